"""A round as a record: our own versioned form for every game, and PHH for Seven-Card Stud at fixed limit."""

from seventh.records.record import NotARecord, Record, Recorder, Step, read_record, write_record
from seventh.records.verify import Mismatch, verify_record

__all__ = ["Mismatch", "NotARecord", "Record", "Recorder", "Step", "read_record", "verify_record", "write_record"]
