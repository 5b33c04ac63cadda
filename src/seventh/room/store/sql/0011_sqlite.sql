CREATE TRIGGER house_version_in_order BEFORE INSERT ON house_versions
WHEN NEW.version <> (SELECT coalesce(max(version), 0) + 1 FROM house_versions WHERE house = NEW.house)
BEGIN
    SELECT RAISE(ABORT, 'house_version_in_order: versions of a house are only added');
END;

CREATE TRIGGER house_version_never_changes BEFORE UPDATE OF house, version, hash, source, "by", at ON house_versions
BEGIN
    SELECT RAISE(ABORT, 'house_version_never_changes: versions of a house are only added');
END;

CREATE TRIGGER house_version_never_goes BEFORE DELETE ON house_versions
BEGIN
    SELECT RAISE(ABORT, 'house_version_never_goes: versions of a house are only added');
END;
