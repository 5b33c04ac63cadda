-- What SQLite itself refuses. `INSERT OR REPLACE` deletes without asking a DELETE trigger: the triggers before an
-- insert look for a row that it would replace.

CREATE TRIGGER transfer_in_order BEFORE INSERT ON transfers
WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM transfers)
    OR EXISTS (SELECT 1 FROM transfers WHERE id = NEW.id)
    OR (NEW.obligation IS NOT NULL
        AND EXISTS (SELECT 1 FROM transfers WHERE round = NEW.round AND obligation = NEW.obligation))
BEGIN
    SELECT RAISE(ABORT, 'transfer_in_order: a transfer is appended, its id and its obligation post once');
END;

CREATE TRIGGER transfer_reversal BEFORE INSERT ON transfers
WHEN NEW.reverses IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'transfer_reversal: a reversal takes back an existing transfer, whole, and once')
    WHERE NOT EXISTS (
        SELECT 1 FROM transfers
        WHERE id = NEW.reverses AND giver = NEW.taker AND taker = NEW.giver AND amount = NEW.amount
            AND reverses IS NULL
    ) OR EXISTS (SELECT 1 FROM transfers WHERE reverses = NEW.reverses);
END;

CREATE TRIGGER transfer_moves_balances AFTER INSERT ON transfers
BEGIN
    UPDATE accounts SET balance = balance - NEW.amount WHERE id = NEW.giver;
    SELECT RAISE(ABORT, 'transfer_accounts_exist: the giver is no account') WHERE changes() <> 1;
    UPDATE accounts SET balance = balance + NEW.amount WHERE id = NEW.taker;
    SELECT RAISE(ABORT, 'transfer_accounts_exist: the taker is no account') WHERE changes() <> 1;
END;

CREATE TRIGGER transfer_never_changes BEFORE UPDATE ON transfers
BEGIN
    SELECT RAISE(ABORT, 'transfer_never_changes: a posted transfer is corrected only by a reversal');
END;

CREATE TRIGGER transfer_never_goes BEFORE DELETE ON transfers
BEGIN
    SELECT RAISE(ABORT, 'transfer_never_goes: a posted transfer is corrected only by a reversal');
END;

CREATE TRIGGER account_opens_empty BEFORE INSERT ON accounts
WHEN NEW.balance <> 0 OR (NEW.closed AND NEW.kind <> 'escrow')
BEGIN
    SELECT RAISE(ABORT, 'account_opens_empty: an account begins with nothing');
END;

CREATE TRIGGER account_not_replaced BEFORE INSERT ON accounts
WHEN EXISTS (SELECT 1 FROM accounts WHERE id = NEW.id)
BEGIN
    SELECT RAISE(IGNORE);
END;

CREATE TRIGGER account_keeps_its_name BEFORE UPDATE OF id, kind, closed ON accounts
WHEN NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.closed < OLD.closed
BEGIN
    SELECT RAISE(ABORT, 'account_keeps_its_name: an account keeps its name and stays closed');
END;

CREATE TRIGGER account_never_goes BEFORE DELETE ON accounts
BEGIN
    SELECT RAISE(ABORT, 'account_never_goes: an account is never deleted');
END;

CREATE TRIGGER log_in_order BEFORE INSERT ON log
WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM log)
    OR (NEW.action_id IS NOT NULL
        AND EXISTS (SELECT 1 FROM log WHERE person = NEW.person AND action_id = NEW.action_id))
BEGIN
    SELECT RAISE(ABORT, 'log_in_order: a row of the log is appended, and an action is logged once');
END;

CREATE TRIGGER log_never_changes BEFORE UPDATE ON log
BEGIN
    SELECT RAISE(ABORT, 'log_never_changes: the log is only appended to');
END;

CREATE TRIGGER log_never_goes BEFORE DELETE ON log
BEGIN
    SELECT RAISE(ABORT, 'log_never_goes: the log is only appended to');
END;

CREATE TRIGGER heads_never_goes BEFORE DELETE ON heads
BEGIN
    SELECT RAISE(ABORT, 'heads_never_goes: the heads of the chains are never deleted');
END;

CREATE TRIGGER heads_go_forward BEFORE UPDATE ON heads
WHEN NEW.flush <= OLD.flush OR NEW.log_seq < OLD.log_seq OR NEW.transfer_seq < OLD.transfer_seq
BEGIN
    SELECT RAISE(ABORT, 'heads_go_forward: the heads of the chains go forward only');
END;

CREATE TRIGGER house_not_replaced BEFORE INSERT ON houses
WHEN EXISTS (SELECT 1 FROM houses WHERE hash = NEW.hash AND (game <> NEW.game OR data <> NEW.data))
BEGIN
    SELECT RAISE(ABORT, 'house_not_replaced: rules that have been in force keep their hash');
END;

CREATE TRIGGER house_never_changes BEFORE UPDATE ON houses
BEGIN
    SELECT RAISE(ABORT, 'house_never_changes: rules that have been in force never change');
END;

CREATE TRIGGER house_never_goes BEFORE DELETE ON houses
BEGIN
    SELECT RAISE(ABORT, 'house_never_goes: rules that have been in force are never deleted');
END;

CREATE TRIGGER round_begins_open BEFORE INSERT ON rounds
WHEN NEW.state <> 'open'
    OR EXISTS (SELECT 1 FROM rounds WHERE id = NEW.id)
    OR EXISTS (SELECT 1 FROM rounds WHERE "table" = NEW."table" AND number = NEW.number)
BEGIN
    SELECT RAISE(ABORT, 'round_begins_open: a round begins once, and open');
END;

CREATE TRIGGER round_closed_is_frozen BEFORE UPDATE ON rounds
WHEN OLD.state <> 'open'
BEGIN
    SELECT RAISE(ABORT, 'round_closed_is_frozen: a closed round never changes');
END;

CREATE TRIGGER round_keeps_its_terms BEFORE UPDATE ON rounds
WHEN NEW.id <> OLD.id OR NEW."table" <> OLD."table" OR NEW.number <> OLD.number OR NEW.game <> OLD.game
    OR NEW.house_hash <> OLD.house_hash OR NEW.seats <> OLD.seats OR NEW.dealer_position IS NOT OLD.dealer_position
    OR NEW.seed_hash <> OLD.seed_hash OR NEW.opened <> OLD.opened
    OR (OLD.client_seeds IS NOT NULL AND NEW.client_seeds IS NOT OLD.client_seeds)
    OR (OLD.root IS NOT NULL AND NEW.root IS NOT OLD.root)
BEGIN
    SELECT RAISE(ABORT, 'round_keeps_its_terms: what a round was accepted under never changes');
END;

CREATE TRIGGER round_closes_its_escrow AFTER UPDATE OF state ON rounds
WHEN NEW.state <> 'open'
BEGIN
    INSERT INTO accounts (id, kind, closed) VALUES ('escrow:' || NEW.id, 'escrow', 1) ON CONFLICT (id) DO NOTHING;
    UPDATE accounts SET closed = 1 WHERE id = 'escrow:' || NEW.id;
END;

CREATE TRIGGER round_never_goes BEFORE DELETE ON rounds
BEGIN
    SELECT RAISE(ABORT, 'round_never_goes: a round is never deleted');
END;

CREATE TRIGGER seed_drawn_once BEFORE INSERT ON seeds
WHEN EXISTS (SELECT 1 FROM seeds WHERE round = NEW.round)
BEGIN
    SELECT RAISE(ABORT, 'seed_drawn_once: no round has two seeds');
END;

CREATE TRIGGER seed_never_changes BEFORE UPDATE ON seeds
BEGIN
    SELECT RAISE(ABORT, 'seed_never_changes: a seed never changes');
END;

CREATE TRIGGER seed_never_goes BEFORE DELETE ON seeds
BEGIN
    SELECT RAISE(ABORT, 'seed_never_goes: a seed is never deleted');
END;
