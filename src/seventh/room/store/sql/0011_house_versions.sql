-- The houses of a room, in versions: the rules themselves are rows of `houses`.

CREATE TABLE house_versions (
    seal {bytes} NOT NULL DEFAULT {no_bytes},
    house TEXT NOT NULL,
    version {int} NOT NULL,
    hash TEXT NOT NULL REFERENCES houses (hash) DEFERRABLE INITIALLY DEFERRED,
    source TEXT NOT NULL,
    "by" TEXT REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED,
    at {int} NOT NULL,
    PRIMARY KEY (house, version),
    CONSTRAINT house_version_has_an_author CHECK (
        (source = 'file' AND "by" IS NULL) OR (source = 'editor' AND "by" IS NOT NULL)
    )
) {large};
