-- Tables at which a person deals real cards. Their chips are counted there and are in no account of the ledger.

CREATE TABLE hand_dealt_tables (
    seal {bytes} NOT NULL DEFAULT {no_bytes},
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    owner TEXT NOT NULL REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED,
    state TEXT NOT NULL,
    opened {int} NOT NULL,
    closed {int}
) {large};
CREATE INDEX hand_dealt_owner ON hand_dealt_tables (owner, opened);

CREATE TABLE hand_dealt_rounds (
    seal {bytes} NOT NULL DEFAULT {no_bytes},
    "table" TEXT NOT NULL REFERENCES hand_dealt_tables (id) DEFERRABLE INITIALLY DEFERRED,
    number {int} NOT NULL,
    record TEXT NOT NULL,
    begun {int} NOT NULL,
    changed {int} NOT NULL,
    PRIMARY KEY ("table", number)
) {large};
