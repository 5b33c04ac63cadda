-- Houses that the room no longer offers; their versions stay.

CREATE TABLE retired_houses (
    seal {bytes} NOT NULL DEFAULT {no_bytes},
    house TEXT NOT NULL PRIMARY KEY,
    "by" TEXT NOT NULL REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED,
    at {int} NOT NULL
) {large};
