CREATE TABLE "agent_changes" (
	"xid" bigint NOT NULL,
	"did" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_changes_xid_did_pk" PRIMARY KEY("xid","did")
);
--> statement-breakpoint
-- Rows of one transaction have its id, so no writer waits for another one.
CREATE FUNCTION agent_changes_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO agent_changes (xid, did) VALUES (pg_current_xact_id()::text::bigint, coalesce(NEW.did, OLD.did))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER agent_changes_insert_delete AFTER INSERT OR DELETE ON agents
  FOR EACH ROW EXECUTE FUNCTION agent_changes_record();
--> statement-breakpoint
-- Manifests are compared last, only if all else is equal.
CREATE TRIGGER agent_changes_update AFTER UPDATE OF status, listed, trust_tier, trust_score, deprecated_at, name, provider, role,
  homepage, repository, domains, tags, skills, capabilities, description, capability_manifest ON agents FOR EACH ROW
  WHEN (
    (OLD.status, OLD.listed, OLD.trust_tier, OLD.trust_score, OLD.deprecated_at, OLD.name, OLD.provider, OLD.role)
      IS DISTINCT FROM
    (NEW.status, NEW.listed, NEW.trust_tier, NEW.trust_score, NEW.deprecated_at, NEW.name, NEW.provider, NEW.role)
    OR (OLD.homepage, OLD.repository, OLD.domains, OLD.tags, OLD.skills, OLD.capabilities, OLD.description)
      IS DISTINCT FROM
    (NEW.homepage, NEW.repository, NEW.domains, NEW.tags, NEW.skills, NEW.capabilities, NEW.description)
    OR OLD.capability_manifest IS DISTINCT FROM NEW.capability_manifest
  )
  EXECUTE FUNCTION agent_changes_record();
