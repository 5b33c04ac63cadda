"""Records of rounds: our own versioned format for every game, and PHH for fixed-limit stud."""

from seventh.records.proof import Opening, Proof
from seventh.records.record import Correction, NotARecord, Record, Recorder, Step, read_record, write_record
from seventh.records.seen import seen_by
from seventh.records.standalone_proof import StandaloneProof, proof_data, read_evidence
from seventh.records.verify import Mismatch, verify_record

__all__ = [
    "Correction",
    "Mismatch",
    "NotARecord",
    "Opening",
    "Proof",
    "Record",
    "Recorder",
    "StandaloneProof",
    "Step",
    "proof_data",
    "read_evidence",
    "read_record",
    "seen_by",
    "verify_record",
    "write_record",
]
