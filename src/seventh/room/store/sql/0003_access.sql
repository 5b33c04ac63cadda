-- What a token may do and until when, and the second factor of an account. Tokens made before may do everything.

ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read play account staff';
ALTER TABLE tokens ADD COLUMN expires {int};

CREATE TABLE second_factors (
    person TEXT NOT NULL PRIMARY KEY REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED,
    secret {bytes} NOT NULL,
    confirmed {int},
    step {int} NOT NULL DEFAULT 0,
    codes TEXT NOT NULL DEFAULT ''
) {large};
