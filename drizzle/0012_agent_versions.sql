CREATE TABLE "agent_versions" (
	"did" text NOT NULL,
	"revision" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"fields" text[] NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"bytes" integer GENERATED ALWAYS AS (octet_length(before::text) + octet_length(after::text) + 200) STORED NOT NULL,
	CONSTRAINT "agent_versions_did_revision_pk" PRIMARY KEY("did","revision")
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "updated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "unversioned" text[];--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "changed_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_versions" ADD CONSTRAINT "agent_versions_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agents_updated_order" ON "agents" USING btree ((coalesce("updated_at", "registered_at")) desc nulls first,"did","status");
--> statement-breakpoint
-- The fields of a record that its owner or a list states, and the fields of its manifest.
CREATE FUNCTION agent_stated(agent agents) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', agent.name, 'provider', agent.provider, 'role', agent.role, 'model', agent.model,
    'runtime_type', agent.runtime_type, 'capabilities', agent.capabilities, 'skills', agent.skills,
    'description', agent.description, 'version', agent.version, 'homepage', agent.homepage,
    'repository', agent.repository, 'licence', agent.licence, 'tags', agent.tags, 'endpoints', agent.endpoints,
    'public_key', agent.public_key, 'a2a_guests', agent.a2a_guests)
    || coalesce((SELECT jsonb_object_agg('capability_manifest.' || key, value) FROM jsonb_each(agent.capability_manifest)), '{}')
$$;
--> statement-breakpoint
-- Stores what a change replaced. Changes of one revision are one version. So are all changes that a list makes in one UTC day.
CREATE FUNCTION agent_versions_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Writers of a record set last_seen to the time of the change.
  changed_at timestamptz := CASE WHEN NEW.last_seen > OLD.last_seen THEN NEW.last_seen ELSE now() END;
  was jsonb := agent_stated(OLD);
  is_now jsonb := agent_stated(NEW);
  changed text[];
  last agent_versions;
BEGIN
  NEW.updated_at := changed_at;
  changed := ARRAY(SELECT key FROM jsonb_each(was) AS b FULL JOIN jsonb_each(is_now) AS a USING (key)
    WHERE b.value IS DISTINCT FROM a.value ORDER BY key);
  was := was - ARRAY(SELECT jsonb_object_keys(was) EXCEPT SELECT unnest(changed));
  is_now := is_now - ARRAY(SELECT jsonb_object_keys(is_now) EXCEPT SELECT unnest(changed));
  was := was - coalesce(OLD.unversioned, '{}');
  NEW.unversioned := nullif(ARRAY(SELECT unnest(OLD.unversioned) EXCEPT SELECT unnest(changed)), '{}');
  SELECT * INTO last FROM agent_versions WHERE did = NEW.did ORDER BY revision DESC LIMIT 1;
  IF last.revision = NEW.revision OR (last.actor = 'source' AND NEW.changed_by = 'source'
    AND (last.at AT TIME ZONE 'UTC')::date = (changed_at AT TIME ZONE 'UTC')::date) THEN
    was := (was - last.fields) || last.before;
    is_now := (last.after - changed) || is_now;
    changed := ARRAY(SELECT field FROM unnest(last.fields || changed) AS each(field)
      WHERE was -> field IS DISTINCT FROM is_now -> field GROUP BY field ORDER BY field);
    was := was - ARRAY(SELECT jsonb_object_keys(was) EXCEPT SELECT unnest(changed));
    is_now := is_now - ARRAY(SELECT jsonb_object_keys(is_now) EXCEPT SELECT unnest(changed));
    DELETE FROM agent_versions WHERE did = NEW.did AND revision = last.revision;
  END IF;
  IF cardinality(changed) > 0 THEN
    INSERT INTO agent_versions (did, revision, at, actor, fields, before, after)
    VALUES (NEW.did, NEW.revision, changed_at, NEW.changed_by, changed, was, is_now);
  END IF;
  DELETE FROM agent_versions WHERE did = NEW.did AND revision <= (
    SELECT max(revision) FROM (
      SELECT revision, sum(bytes) OVER (ORDER BY revision DESC) AS kept FROM agent_versions WHERE did = NEW.did
    ) AS sums WHERE kept > 262144);
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Manifests are compared last, only if all else is equal.
CREATE TRIGGER agent_versions_record BEFORE UPDATE OF name, provider, role, model, runtime_type, capabilities, skills,
  description, version, homepage, repository, licence, tags, endpoints, public_key, a2a_guests, capability_manifest
  ON agents FOR EACH ROW
  WHEN (
    (OLD.name, OLD.provider, OLD.role, OLD.model, OLD.runtime_type, OLD.capabilities, OLD.skills, OLD.description, OLD.version)
      IS DISTINCT FROM
    (NEW.name, NEW.provider, NEW.role, NEW.model, NEW.runtime_type, NEW.capabilities, NEW.skills, NEW.description, NEW.version)
    OR (OLD.homepage, OLD.repository, OLD.licence, OLD.tags, OLD.endpoints, OLD.public_key, OLD.a2a_guests)
      IS DISTINCT FROM
    (NEW.homepage, NEW.repository, NEW.licence, NEW.tags, NEW.endpoints, NEW.public_key, NEW.a2a_guests)
    OR OLD.capability_manifest IS DISTINCT FROM NEW.capability_manifest
  )
  EXECUTE FUNCTION agent_versions_record();
--> statement-breakpoint
-- A new version comes with a change of its agent, which another trigger announces.
CREATE TRIGGER announce_change AFTER UPDATE OR DELETE OR TRUNCATE ON "agent_versions"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
