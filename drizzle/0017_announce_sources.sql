-- An agent's page shows what it was imported from.
CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "agent_sources" FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
