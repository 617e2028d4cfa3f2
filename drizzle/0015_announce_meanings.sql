-- The home page shows a preview of a route, which meanings decide.
CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "skill_meanings" FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
