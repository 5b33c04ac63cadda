CREATE FUNCTION seventh_append_archive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM archives) OR NEW.data IS NULL THEN
        RAISE EXCEPTION 'archive_in_order: an archive is appended, with its data' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER archive_in_order BEFORE INSERT ON archives
FOR EACH ROW EXECUTE FUNCTION seventh_append_archive();

CREATE TRIGGER archive_never_changes BEFORE UPDATE ON archives
FOR EACH ROW WHEN (
    NEW.number <> OLD.number OR NEW.at <> OLD.at OR NEW.rounds <> OLD.rounds OR NEW.log_last <> OLD.log_last
    OR NEW.transfer_last <> OLD.transfer_last OR NEW.nets <> OLD.nets OR NEW.runs <> OLD.runs OR NEW.hash <> OLD.hash
    OR OLD.data IS NULL OR NEW.data IS NOT NULL
)
EXECUTE FUNCTION seventh_refuse('the data of an archive can only move to a file, once');

CREATE TRIGGER archive_never_goes BEFORE DELETE OR TRUNCATE ON archives
FOR EACH STATEMENT EXECUTE FUNCTION seventh_refuse('an archive is never deleted');

CREATE TRIGGER archived_round_never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON archived_rounds
FOR EACH STATEMENT EXECUTE FUNCTION seventh_refuse('a round stays in its archive');

CREATE FUNCTION seventh_archive_round() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    moved bigint;
BEGIN
    IF NOT EXISTS (SELECT 1 FROM rounds WHERE id = NEW.round AND state <> 'open') THEN
        RAISE EXCEPTION 'round_archived_once: a round is archived once, when it is closed'
            USING ERRCODE = 'check_violation';
    END IF;
    DELETE FROM log WHERE round = NEW.round AND seq <= (SELECT log_last FROM archives WHERE number = NEW.archive);
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved <> NEW.entries THEN
        RAISE EXCEPTION 'round_moves_to_archive: the archive holds other log entries'
            USING ERRCODE = 'check_violation';
    END IF;
    DELETE FROM transfers
    WHERE round = NEW.round AND seq <= (SELECT transfer_last FROM archives WHERE number = NEW.archive);
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved <> NEW.transfers THEN
        RAISE EXCEPTION 'round_moves_to_archive: the archive holds other transfers'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER round_moves_to_archive AFTER INSERT ON archived_rounds
FOR EACH ROW EXECUTE FUNCTION seventh_archive_round();

CREATE FUNCTION seventh_leave_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM archived_rounds JOIN archives ON archives.number = archived_rounds.archive
        WHERE archived_rounds.round = OLD.round AND OLD.seq <= archives.log_last
    ) THEN
        RAISE EXCEPTION 'log_never_goes: the log is only appended to' USING ERRCODE = 'check_violation';
    END IF;
    RETURN OLD;
END $$;

DROP TRIGGER log_never_changes ON log;
CREATE TRIGGER log_never_changes BEFORE UPDATE OR TRUNCATE ON log
FOR EACH STATEMENT EXECUTE FUNCTION seventh_refuse('the log is only appended to');
CREATE TRIGGER log_never_goes BEFORE DELETE ON log
FOR EACH ROW EXECUTE FUNCTION seventh_leave_log();

-- The last transfer stays, because the next one is numbered after it.
CREATE FUNCTION seventh_leave_transfers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.seq >= (SELECT transfer_seq FROM heads) OR NOT EXISTS (
        SELECT 1 FROM archived_rounds JOIN archives ON archives.number = archived_rounds.archive
        WHERE archived_rounds.round = OLD.round AND OLD.seq <= archives.transfer_last
    ) THEN
        RAISE EXCEPTION 'transfer_never_goes: a posted transfer is corrected only by a reversal'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN OLD;
END $$;

DROP TRIGGER transfer_never_changes ON transfers;
CREATE TRIGGER transfer_never_changes BEFORE UPDATE OR TRUNCATE ON transfers
FOR EACH STATEMENT EXECUTE FUNCTION seventh_refuse('a posted transfer is corrected only by a reversal');
CREATE TRIGGER transfer_never_goes BEFORE DELETE ON transfers
FOR EACH ROW EXECUTE FUNCTION seventh_leave_transfers();
