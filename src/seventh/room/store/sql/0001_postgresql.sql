-- What PostgreSQL itself refuses.

ALTER TABLE accounts SET (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.02);

CREATE FUNCTION seventh_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%: %', TG_NAME, TG_ARGV[0] USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION seventh_post_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM transfers) THEN
        RAISE EXCEPTION 'transfer_in_order: a transfer is appended, its id and its obligation post once'
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.reverses IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM transfers
        WHERE id = NEW.reverses AND giver = NEW.taker AND taker = NEW.giver AND amount = NEW.amount
            AND reverses IS NULL
    ) THEN
        RAISE EXCEPTION 'transfer_reversal: a reversal takes back an existing transfer, whole, and once'
            USING ERRCODE = 'check_violation';
    END IF;
    UPDATE accounts SET balance = balance - NEW.amount WHERE id = NEW.giver;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'transfer_accounts_exist: the giver is no account' USING ERRCODE = 'check_violation';
    END IF;
    UPDATE accounts SET balance = balance + NEW.amount WHERE id = NEW.taker;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'transfer_accounts_exist: the taker is no account' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER transfer_moves_balances BEFORE INSERT ON transfers
FOR EACH ROW EXECUTE FUNCTION seventh_post_transfer();

CREATE TRIGGER transfer_never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
FOR EACH STATEMENT EXECUTE FUNCTION seventh_refuse('a posted transfer is corrected only by a reversal');

CREATE TRIGGER account_opens_empty BEFORE INSERT ON accounts
FOR EACH ROW WHEN (NEW.balance <> 0 OR (NEW.closed AND NEW.kind <> 'escrow'))
EXECUTE FUNCTION seventh_refuse('an account begins with nothing');

CREATE TRIGGER account_keeps_its_name BEFORE UPDATE OF id, kind, closed ON accounts
FOR EACH ROW WHEN (NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.closed < OLD.closed)
EXECUTE FUNCTION seventh_refuse('an account keeps its name and stays closed');

CREATE TRIGGER account_never_goes BEFORE DELETE OR TRUNCATE ON accounts
FOR EACH STATEMENT EXECUTE FUNCTION seventh_refuse('an account is never deleted');

CREATE FUNCTION seventh_append_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM log) THEN
        RAISE EXCEPTION 'log_in_order: a row of the log is appended, and an action is logged once'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER log_in_order BEFORE INSERT ON log
FOR EACH ROW EXECUTE FUNCTION seventh_append_log();

CREATE TRIGGER log_never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON log
FOR EACH STATEMENT EXECUTE FUNCTION seventh_refuse('the log is only appended to');

CREATE TRIGGER heads_never_goes BEFORE DELETE OR TRUNCATE ON heads
FOR EACH STATEMENT EXECUTE FUNCTION seventh_refuse('the heads of the chains are never deleted');

CREATE TRIGGER heads_go_forward BEFORE UPDATE ON heads
FOR EACH ROW WHEN (NEW.flush <= OLD.flush OR NEW.log_seq < OLD.log_seq OR NEW.transfer_seq < OLD.transfer_seq)
EXECUTE FUNCTION seventh_refuse('the heads of the chains go forward only');

CREATE TRIGGER house_never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON houses
FOR EACH STATEMENT EXECUTE FUNCTION seventh_refuse('rules that have been in force never change');

CREATE TRIGGER round_begins_open BEFORE INSERT ON rounds
FOR EACH ROW WHEN (NEW.state <> 'open')
EXECUTE FUNCTION seventh_refuse('a round begins once, and open');

CREATE TRIGGER round_closed_is_frozen BEFORE UPDATE ON rounds
FOR EACH ROW WHEN (OLD.state <> 'open')
EXECUTE FUNCTION seventh_refuse('a closed round never changes');

CREATE TRIGGER round_keeps_its_terms BEFORE UPDATE ON rounds
FOR EACH ROW WHEN (
    NEW.id <> OLD.id OR NEW."table" <> OLD."table" OR NEW.number <> OLD.number OR NEW.game <> OLD.game
    OR NEW.house_hash <> OLD.house_hash OR NEW.seats <> OLD.seats
    OR NEW.dealer_position IS DISTINCT FROM OLD.dealer_position
    OR NEW.seed_hash <> OLD.seed_hash OR NEW.opened <> OLD.opened
    OR (OLD.client_seeds IS NOT NULL AND NEW.client_seeds IS DISTINCT FROM OLD.client_seeds)
    OR (OLD.root IS NOT NULL AND NEW.root IS DISTINCT FROM OLD.root)
)
EXECUTE FUNCTION seventh_refuse('what a round was accepted under never changes');

CREATE FUNCTION seventh_close_escrow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO accounts (id, kind, closed) VALUES ('escrow:' || NEW.id, 'escrow', true) ON CONFLICT (id) DO NOTHING;
    UPDATE accounts SET closed = true WHERE id = 'escrow:' || NEW.id AND NOT closed;
    RETURN NULL;
END $$;

CREATE TRIGGER round_closes_its_escrow AFTER UPDATE OF state ON rounds
FOR EACH ROW WHEN (NEW.state <> 'open')
EXECUTE FUNCTION seventh_close_escrow();

CREATE TRIGGER round_never_goes BEFORE DELETE OR TRUNCATE ON rounds
FOR EACH STATEMENT EXECUTE FUNCTION seventh_refuse('a round is never deleted');

CREATE TRIGGER seed_never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON seeds
FOR EACH STATEMENT EXECUTE FUNCTION seventh_refuse('a seed never changes');
