"""A round as a record: our own versioned form for every game, and PHH for stud at fixed limit."""

from seventh.records.proof import Opening, Proof
from seventh.records.proof_alone import ProofAlone, proof_data, read_evidence
from seventh.records.record import NotARecord, Record, Recorder, Step, read_record, write_record
from seventh.records.seen import seen_by
from seventh.records.verify import Mismatch, verify_record

__all__ = [
    "Mismatch",
    "NotARecord",
    "Opening",
    "Proof",
    "ProofAlone",
    "Record",
    "Recorder",
    "Step",
    "proof_data",
    "read_evidence",
    "read_record",
    "seen_by",
    "verify_record",
    "write_record",
]
