CREATE TRIGGER archive_in_order BEFORE INSERT ON archives
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM archives) OR NEW.data IS NULL
BEGIN
    SELECT RAISE(ABORT, 'archive_in_order: an archive is appended, with its data');
END;

CREATE TRIGGER archive_never_changes BEFORE UPDATE ON archives
WHEN NEW.number <> OLD.number OR NEW.at <> OLD.at OR NEW.rounds <> OLD.rounds OR NEW.log_last <> OLD.log_last
    OR NEW.transfer_last <> OLD.transfer_last OR NEW.nets <> OLD.nets OR NEW.runs <> OLD.runs OR NEW.hash <> OLD.hash
    OR OLD.data IS NULL OR NEW.data IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'archive_never_changes: the data of an archive can only move to a file, once');
END;

CREATE TRIGGER archive_never_goes BEFORE DELETE ON archives
BEGIN
    SELECT RAISE(ABORT, 'archive_never_goes: an archive is never deleted');
END;

CREATE TRIGGER round_archived_once BEFORE INSERT ON archived_rounds
WHEN EXISTS (SELECT 1 FROM archived_rounds WHERE round = NEW.round)
    OR NOT EXISTS (SELECT 1 FROM rounds WHERE id = NEW.round AND state <> 'open')
BEGIN
    SELECT RAISE(ABORT, 'round_archived_once: a round is archived once, when it is closed');
END;

CREATE TRIGGER archived_round_never_changes BEFORE UPDATE ON archived_rounds
BEGIN
    SELECT RAISE(ABORT, 'archived_round_never_changes: a round stays in its archive');
END;

CREATE TRIGGER archived_round_never_goes BEFORE DELETE ON archived_rounds
BEGIN
    SELECT RAISE(ABORT, 'archived_round_never_goes: a round stays in its archive');
END;

CREATE TRIGGER round_moves_to_archive AFTER INSERT ON archived_rounds
BEGIN
    DELETE FROM log WHERE round = NEW.round AND seq <= (SELECT log_last FROM archives WHERE number = NEW.archive);
    SELECT RAISE(ABORT, 'round_moves_to_archive: the archive holds other log entries') WHERE changes() <> NEW.entries;
    DELETE FROM transfers
    WHERE round = NEW.round AND seq <= (SELECT transfer_last FROM archives WHERE number = NEW.archive);
    SELECT RAISE(ABORT, 'round_moves_to_archive: the archive holds other transfers')
    WHERE changes() <> NEW.transfers;
END;

DROP TRIGGER log_never_goes;
CREATE TRIGGER log_never_goes BEFORE DELETE ON log
WHEN NOT EXISTS (
    SELECT 1 FROM archived_rounds JOIN archives ON archives.number = archived_rounds.archive
    WHERE archived_rounds.round = OLD.round AND OLD.seq <= archives.log_last
)
BEGIN
    SELECT RAISE(ABORT, 'log_never_goes: the log is only appended to');
END;

-- The last transfer stays, because the next one is numbered after it.
DROP TRIGGER transfer_never_goes;
CREATE TRIGGER transfer_never_goes BEFORE DELETE ON transfers
WHEN OLD.seq >= (SELECT transfer_seq FROM heads) OR NOT EXISTS (
    SELECT 1 FROM archived_rounds JOIN archives ON archives.number = archived_rounds.archive
    WHERE archived_rounds.round = OLD.round AND OLD.seq <= archives.transfer_last
)
BEGIN
    SELECT RAISE(ABORT, 'transfer_never_goes: a posted transfer is corrected only by a reversal');
END;
