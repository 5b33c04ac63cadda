-- Which writer committed last: a writer that lost its lock and has it again can see whether another one wrote meanwhile.

ALTER TABLE heads ADD COLUMN room TEXT NOT NULL DEFAULT '';
