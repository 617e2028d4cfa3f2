CREATE INDEX "incidents_words" ON "incidents" USING gin (to_tsvector('english', "title" || ' ' || "description")) WITH (fastupdate=false);--> statement-breakpoint
-- The list of similar agents is made from these tables.
CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "agent_skills" FOR EACH STATEMENT EXECUTE FUNCTION announce_change();--> statement-breakpoint
CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "vector_model" FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
