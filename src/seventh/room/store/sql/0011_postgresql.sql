CREATE FUNCTION seventh_append_house_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.version <> (SELECT coalesce(max(version), 0) + 1 FROM house_versions WHERE house = NEW.house) THEN
        RAISE EXCEPTION 'house_version_in_order: versions of a house are only added'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER house_version_in_order BEFORE INSERT ON house_versions
FOR EACH ROW EXECUTE FUNCTION seventh_append_house_version();

CREATE TRIGGER house_version_never_changes BEFORE UPDATE OF house, version, hash, source, "by", at OR DELETE OR TRUNCATE
ON house_versions
FOR EACH STATEMENT EXECUTE FUNCTION seventh_refuse('versions of a house are only added');
