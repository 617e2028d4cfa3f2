-- The record is made from something else: the server leaves the list, and followers are told. Whoever lists it anew writes the row.
CREATE FUNCTION mcp_servers_unlist() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mcp_servers SET listed = false, changed_at = clock_timestamp() WHERE did = NEW.did AND listed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mcp_servers_unlist AFTER UPDATE OF capability_manifest ON agents FOR EACH ROW
  WHEN (OLD.capability_manifest IS DISTINCT FROM NEW.capability_manifest)
  EXECUTE FUNCTION mcp_servers_unlist();
--> statement-breakpoint
-- Its state, its owner or its domains decide whether the server is listed, so it has changed.
CREATE FUNCTION mcp_servers_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mcp_servers SET changed_at = clock_timestamp() WHERE did = NEW.did;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mcp_servers_touch AFTER UPDATE OF status, owner_kind, domains, deprecated_at, successor ON agents FOR EACH ROW
  WHEN ((OLD.status, OLD.owner_kind, OLD.domains, OLD.deprecated_at, OLD.successor)
    IS DISTINCT FROM (NEW.status, NEW.owner_kind, NEW.domains, NEW.deprecated_at, NEW.successor))
  EXECUTE FUNCTION mcp_servers_touch();
--> statement-breakpoint
-- The registry's reads are kept.
CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "mcp_servers" FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
