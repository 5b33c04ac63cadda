-- Manual changes of chips: proposed by one member of the staff, decided once by another.

CREATE TABLE adjustments (
    seal {bytes} NOT NULL DEFAULT {no_bytes},
    id TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED,
    amount {int} NOT NULL,
    why TEXT NOT NULL,
    "by" TEXT NOT NULL REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED,
    at {int} NOT NULL,
    expires {int} NOT NULL,
    CONSTRAINT adjustment_is_not_zero CHECK (amount <> 0),
    CONSTRAINT adjustment_is_not_own CHECK (person <> "by"),
    UNIQUE (id, "by")
) {large};

CREATE TABLE adjustment_decisions (
    seal {bytes} NOT NULL DEFAULT {no_bytes},
    adjustment TEXT NOT NULL PRIMARY KEY,
    proposed_by TEXT NOT NULL,
    "by" TEXT NOT NULL REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED,
    approved {flag} NOT NULL,
    at {int} NOT NULL,
    FOREIGN KEY (adjustment, proposed_by) REFERENCES adjustments (id, "by") DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT decided_by_another_person CHECK ("by" <> proposed_by)
) {large};
