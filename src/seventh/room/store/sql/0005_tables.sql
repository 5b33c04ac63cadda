-- Closed rounds whose log entries and transfers were packed into archives. A round's row stays where it is, and so do
-- its seed and its players; the trigger that moves the rows stands in 0005_sqlite.sql and 0005_postgresql.sql.

CREATE TABLE archives (
    number {int} NOT NULL PRIMARY KEY,
    at {int} NOT NULL,
    rounds {int} NOT NULL,
    log_last {int} NOT NULL,
    transfer_last {int} NOT NULL,
    nets TEXT NOT NULL,
    runs {bytes} NOT NULL,
    hash {bytes} NOT NULL,
    data {bytes},
    file TEXT,
    CONSTRAINT archive_is_somewhere CHECK ((data IS NULL) = (file IS NOT NULL))
) {large};

CREATE TABLE archived_rounds (
    round TEXT NOT NULL PRIMARY KEY REFERENCES rounds (id) DEFERRABLE INITIALLY DEFERRED,
    archive {int} NOT NULL REFERENCES archives (number) DEFERRABLE INITIALLY DEFERRED,
    entries {int} NOT NULL,
    transfers {int} NOT NULL,
    wagered TEXT NOT NULL
) {small};
CREATE INDEX archived_round_archive ON archived_rounds (archive);

-- Statements are of accounts outside rounds; what is in a round is found by the round.
DROP INDEX transfer_giver;
DROP INDEX transfer_taker;
CREATE INDEX transfer_giver ON transfers (giver, seq) WHERE round IS NULL;
CREATE INDEX transfer_taker ON transfers (taker, seq) WHERE round IS NULL;
