-- Responsible play: limits that people set themselves, exclusions, reality checks, and when somebody had a seat.

CREATE TABLE play_limits (
    seal {bytes} NOT NULL DEFAULT {no_bytes},
    person TEXT NOT NULL REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED,
    kind TEXT NOT NULL,
    period TEXT NOT NULL,
    amount {int} NOT NULL,
    at {int} NOT NULL,
    later {int},
    later_at {int},
    PRIMARY KEY (person, kind, period),
    CONSTRAINT limit_of_a_kind CHECK (kind IN ('loss', 'wager', 'time')),
    CONSTRAINT limit_of_a_period CHECK (period IN ('day', 'week', 'month')),
    CONSTRAINT limit_is_not_negative CHECK (amount >= 0)
) {large};

CREATE TABLE exclusions (
    seal {bytes} NOT NULL DEFAULT {no_bytes},
    person TEXT NOT NULL PRIMARY KEY REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED,
    kind TEXT NOT NULL,
    since {int} NOT NULL,
    until {int},
    CONSTRAINT exclusion_of_a_kind CHECK (kind IN ('time_out', 'self_exclusion'))
) {large};

CREATE TABLE reality_checks (
    seal {bytes} NOT NULL DEFAULT {no_bytes},
    person TEXT NOT NULL PRIMARY KEY REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED,
    minutes {int},
    answered {int} NOT NULL DEFAULT 0
) {large};

CREATE TABLE sittings (
    seal {bytes} NOT NULL DEFAULT {no_bytes},
    person TEXT NOT NULL REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED,
    since {int} NOT NULL,
    "table" TEXT NOT NULL,
    until {int} NOT NULL,
    PRIMARY KEY (person, since, "table")
) {large};
CREATE INDEX sittings_until ON sittings (person, until);
