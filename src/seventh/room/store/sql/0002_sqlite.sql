CREATE TRIGGER live_seed_drawn_once BEFORE INSERT ON live_seeds
WHEN EXISTS (SELECT 1 FROM live_seeds WHERE round = NEW.round) OR EXISTS (SELECT 1 FROM seeds WHERE round = NEW.round)
BEGIN
    SELECT RAISE(ABORT, 'live_seed_drawn_once: no round has two seeds');
END;

CREATE TRIGGER live_seed_never_changes BEFORE UPDATE ON live_seeds
BEGIN
    SELECT RAISE(ABORT, 'live_seed_never_changes: a seed never changes');
END;

CREATE TRIGGER live_seed_goes_when_revealed BEFORE DELETE ON live_seeds
WHEN NOT EXISTS (SELECT 1 FROM seeds WHERE round = OLD.round)
BEGIN
    SELECT RAISE(ABORT, 'live_seed_goes_when_revealed: a seed is deleted only where it was sealed');
END;
