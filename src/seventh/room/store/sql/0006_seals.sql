-- A hash of the content of each row that is overwritten as the room goes on, so that damage to it is noticed.

ALTER TABLE closures ADD COLUMN seal {bytes} NOT NULL DEFAULT {no_bytes};
ALTER TABLE grants ADD COLUMN seal {bytes} NOT NULL DEFAULT {no_bytes};
ALTER TABLE people ADD COLUMN seal {bytes} NOT NULL DEFAULT {no_bytes};
ALTER TABLE seats ADD COLUMN seal {bytes} NOT NULL DEFAULT {no_bytes};
ALTER TABLE second_factors ADD COLUMN seal {bytes} NOT NULL DEFAULT {no_bytes};
ALTER TABLE tables ADD COLUMN seal {bytes} NOT NULL DEFAULT {no_bytes};
ALTER TABLE tokens ADD COLUMN seal {bytes} NOT NULL DEFAULT {no_bytes};
ALTER TABLE web_sessions ADD COLUMN seal {bytes} NOT NULL DEFAULT {no_bytes};
