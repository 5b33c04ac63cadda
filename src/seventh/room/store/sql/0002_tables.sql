-- The server seeds of rounds in progress, encrypted under a key that is not in the database. When a round closes, its
-- seed moves to `seeds` as it is. Triggers stand in 0002_sqlite.sql and 0002_postgresql.sql.

CREATE TABLE live_seeds (
    round TEXT NOT NULL PRIMARY KEY REFERENCES rounds (id) DEFERRABLE INITIALLY DEFERRED,
    sealed {bytes} NOT NULL,
    CONSTRAINT sealed_is_60_bytes CHECK (length(sealed) = 60)
) {small};

-- What is public: entries about the room as a whole, and void rounds.
CREATE INDEX log_room ON log (seq) WHERE "table" IS NULL AND round IS NULL AND person IS NULL;
CREATE INDEX round_void ON rounds (closed, id) WHERE state = 'void';
