-- Links by which a player shows a round to others. A link that is not here any more has been deleted.

CREATE TABLE shares (
    seal {bytes} NOT NULL DEFAULT {no_bytes},
    token TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED,
    round TEXT NOT NULL REFERENCES rounds (id) DEFERRABLE INITIALLY DEFERRED,
    made {int} NOT NULL,
    UNIQUE (person, round)
) {small};
