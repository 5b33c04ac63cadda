CREATE FUNCTION seventh_draw_live_seed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM seeds WHERE round = NEW.round) THEN
        RAISE EXCEPTION 'live_seed_drawn_once: no round has two seeds' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER live_seed_drawn_once BEFORE INSERT ON live_seeds
FOR EACH ROW EXECUTE FUNCTION seventh_draw_live_seed();

CREATE TRIGGER live_seed_never_changes BEFORE UPDATE OR TRUNCATE ON live_seeds
FOR EACH STATEMENT EXECUTE FUNCTION seventh_refuse('a seed never changes');

CREATE FUNCTION seventh_drop_live_seed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM seeds WHERE round = OLD.round) THEN
        RAISE EXCEPTION 'live_seed_goes_when_revealed: a seed is deleted only where it was sealed'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN OLD;
END $$;

CREATE TRIGGER live_seed_goes_when_revealed BEFORE DELETE ON live_seeds
FOR EACH ROW EXECUTE FUNCTION seventh_drop_live_seed();
