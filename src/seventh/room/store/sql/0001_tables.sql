-- The room's tables, for both engines: {int}, {bytes} and {flag} are types, {small} and {large} end a table,
-- {opened_in_hex} is the time when a round was opened as the first part of its id.
-- Triggers, which each engine words in its own way, stand in 0001_sqlite.sql and 0001_postgresql.sql.

CREATE TABLE heads (
    one {int} PRIMARY KEY CONSTRAINT one_row CHECK (one = 1),
    flush {int} NOT NULL,
    log_seq {int} NOT NULL,
    log_hash {bytes} NOT NULL,
    transfer_seq {int} NOT NULL,
    transfer_hash {bytes} NOT NULL
) {large};

CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    balance {int} NOT NULL DEFAULT 0,
    closed {flag} NOT NULL DEFAULT {false},
    CONSTRAINT account_named_by_kind CHECK (
        (kind IN ('mint', 'house', 'rake', 'suspense') AND id = kind)
        OR (kind IN ('wallet', 'stack', 'escrow') AND substr(id, 1, length(kind) + 1) = kind || ':')
    ),
    CONSTRAINT balance_not_negative CHECK (balance >= 0 OR kind = 'mint'),
    CONSTRAINT mint_only_gives CHECK (balance <= 0 OR kind <> 'mint'),
    CONSTRAINT suspense_is_zero CHECK (balance = 0 OR kind <> 'suspense'),
    CONSTRAINT closed_is_zero CHECK (balance = 0 OR NOT closed),
    CONSTRAINT balance_in_range CHECK (balance BETWEEN -4000000000000000000 AND 4000000000000000000)
) {small};

CREATE TABLE log (
    seq {int} NOT NULL PRIMARY KEY,
    at {int} NOT NULL,
    kind TEXT NOT NULL,
    "table" TEXT,
    round TEXT,
    person TEXT,
    action_id TEXT,
    body {bytes} NOT NULL,
    hash {bytes} NOT NULL,
    CONSTRAINT action_has_person CHECK (action_id IS NULL OR person IS NOT NULL)
) {large};
CREATE UNIQUE INDEX log_action ON log (action_id, person) WHERE action_id IS NOT NULL;
CREATE INDEX log_round ON log (round, seq) WHERE round IS NOT NULL;

CREATE TABLE transfers (
    seq {int} NOT NULL PRIMARY KEY,
    id TEXT NOT NULL,
    giver TEXT NOT NULL,
    taker TEXT NOT NULL,
    amount {int} NOT NULL,
    kind TEXT NOT NULL,
    round TEXT,
    obligation TEXT,
    reverses TEXT,
    at {int} NOT NULL,
    entry {int},
    hash {bytes} NOT NULL,
    CONSTRAINT transfer_moves CHECK (giver <> taker),
    CONSTRAINT amount_in_range CHECK (amount BETWEEN 1 AND 1000000000000000),
    CONSTRAINT obligation_has_round CHECK (obligation IS NULL OR round IS NOT NULL),
    CONSTRAINT reversal_says_what CHECK ((kind = 'reversal') = (reverses IS NOT NULL))
) {large};
CREATE UNIQUE INDEX transfer_id ON transfers (id);
CREATE UNIQUE INDEX transfer_obligation ON transfers (round, obligation);
CREATE UNIQUE INDEX transfer_reverses ON transfers (reverses) WHERE reverses IS NOT NULL;
CREATE INDEX transfer_giver ON transfers (giver, seq);
CREATE INDEX transfer_taker ON transfers (taker, seq);

CREATE TABLE houses (
    hash TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    data TEXT NOT NULL
) {large};

CREATE TABLE people (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    role TEXT NOT NULL,
    bot {flag} NOT NULL DEFAULT {false},
    guest {flag} NOT NULL DEFAULT {false},
    password TEXT,
    created {int} NOT NULL,
    seed_hash TEXT,
    seed {bytes},
    deleted {int},
    locked_until {int} NOT NULL DEFAULT 0,
    failures {int} NOT NULL DEFAULT 0,
    settings TEXT NOT NULL DEFAULT '{}',
    CONSTRAINT role_known CHECK (role IN ('guest', 'player', 'floor', 'auditor', 'admin'))
) {large};
CREATE UNIQUE INDEX people_name ON people (name_key);

CREATE TABLE web_sessions (
    hash TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED,
    csrf TEXT NOT NULL DEFAULT '',
    created {int} NOT NULL,
    seen {int} NOT NULL,
    expires {int} NOT NULL,
    address TEXT NOT NULL DEFAULT '',
    agent TEXT NOT NULL DEFAULT ''
) {large};
CREATE INDEX web_session_person ON web_sessions (person);

CREATE TABLE tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED,
    name TEXT NOT NULL,
    created {int} NOT NULL,
    used {int},
    revoked {int}
) {large};
CREATE INDEX token_person ON tokens (person);

CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    house_hash TEXT NOT NULL REFERENCES houses (hash) DEFERRABLE INITIALLY DEFERRED,
    options TEXT NOT NULL DEFAULT '{}',
    state TEXT NOT NULL DEFAULT '{}',
    word TEXT,
    opened {int} NOT NULL,
    closed {int}
) {large};

CREATE TABLE seats (
    "table" TEXT NOT NULL REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED,
    seat {int} NOT NULL,
    person TEXT NOT NULL REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED,
    data TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY ("table", seat)
) {large};
CREATE UNIQUE INDEX seat_person ON seats ("table", person);

CREATE TABLE rounds (
    id TEXT NOT NULL PRIMARY KEY,
    "table" TEXT NOT NULL,
    number {int} NOT NULL,
    game TEXT NOT NULL,
    house_hash TEXT NOT NULL REFERENCES houses (hash) DEFERRABLE INITIALLY DEFERRED,
    seats TEXT NOT NULL,
    dealer_position {int},
    seed_hash TEXT NOT NULL,
    client_seeds TEXT,
    root TEXT,
    state TEXT NOT NULL DEFAULT 'open',
    reason TEXT,
    opened {int} NOT NULL,
    closed {int},
    result TEXT,
    CONSTRAINT round_named CHECK (id = {opened_in_hex} || '.' || "table" || '.' || number),
    CONSTRAINT round_state_known CHECK (state IN ('open', 'played', 'void')),
    CONSTRAINT round_closed_when_over CHECK ((state = 'open') = (closed IS NULL)),
    CONSTRAINT round_void_has_reason CHECK (state <> 'void' OR reason IS NOT NULL)
) {large};
CREATE UNIQUE INDEX round_number ON rounds ("table", number);
CREATE INDEX round_open ON rounds (id) WHERE state = 'open';

CREATE TABLE seeds (
    round TEXT NOT NULL PRIMARY KEY REFERENCES rounds (id) DEFERRABLE INITIALLY DEFERRED,
    seed {bytes} NOT NULL,
    CONSTRAINT seed_is_32_bytes CHECK (length(seed) = 32)
) {small};

CREATE TABLE players (
    person TEXT NOT NULL,
    opened {int} NOT NULL,
    round TEXT NOT NULL REFERENCES rounds (id) DEFERRABLE INITIALLY DEFERRED,
    seat {int} NOT NULL,
    PRIMARY KEY (person, opened, round)
) {small};

CREATE TABLE grants (
    person TEXT NOT NULL,
    number {int} NOT NULL,
    at {int} NOT NULL,
    amount {int} NOT NULL,
    PRIMARY KEY (person, number)
) {small};

CREATE TABLE closures (
    scope TEXT NOT NULL,
    who TEXT NOT NULL DEFAULT '',
    why TEXT NOT NULL,
    by TEXT,
    at {int} NOT NULL,
    PRIMARY KEY (scope, who),
    CONSTRAINT scope_known CHECK (scope IN ('all', 'game', 'table', 'player'))
) {small};

INSERT INTO heads (one, flush, log_seq, log_hash, transfer_seq, transfer_hash) VALUES (1, 0, 0, {no_bytes}, 0, {no_bytes});
INSERT INTO accounts (id, kind) VALUES ('mint', 'mint'), ('house', 'house'), ('rake', 'rake'), ('suspense', 'suspense');
