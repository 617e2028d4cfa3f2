-- What an agent says of itself, as stems with weights: A its name, B its role, skills, capabilities and tags, C its
-- description, D its provider, its model and the texts of its manifest. Signs that join words are spaces, so the parts of
-- `read_file` are words. Addresses are left out, and so is `io.github.`: where code is kept says nothing of what it does.
-- The bounds keep the largest record far below the megabyte that a tsvector may have.
CREATE FUNCTION agent_words(name text, labels text[], description text, others text, manifest jsonb) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  joints CONSTANT text := './_:@';
  said text := (
    SELECT string_agg(value #>> '{}', ' ')
    FROM jsonb_path_query(manifest, 'strict $.** ? (@.type() == "string" && !(@ like_regex "^https?://"))') AS value);
BEGIN
  RETURN setweight(to_tsvector('pg_catalog.english', translate(name, joints, '     ')), 'A')
    || setweight(to_tsvector('pg_catalog.english', translate(left(array_to_string(labels, ' '), 20000), joints, '     ')), 'B')
    || setweight(to_tsvector('pg_catalog.english', translate(description, joints, '     ')), 'C')
    || setweight(to_tsvector('pg_catalog.english', translate(
      replace(left(concat_ws(' ', others, said), 50000), 'io.github.', ' '), joints, '     ')), 'D');
END $$;
--> statement-breakpoint
-- Not in lib/db/schema: every read of an agent's row would fetch it.
ALTER TABLE "agents" ADD COLUMN "words" tsvector GENERATED ALWAYS AS (agent_words(
  "name", "role" || "skills" || "capabilities" || "tags", "description", "provider" || ' ' || "model", "capability_manifest")) STORED;
--> statement-breakpoint
-- Without a list of pending entries, which a search would have to read through.
CREATE INDEX "agents_words" ON "agents" USING gin ("words") WITH (fastupdate = off);
--> statement-breakpoint
-- agent_counts: as before, and a search also reads what only the revision tells of.
CREATE OR REPLACE FUNCTION agent_counts_apply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM agent_counts_add(zone, status, trust_tier, is_demo, agents)
    FROM (SELECT zone, status, trust_tier, is_demo, count(*) AS agents FROM added GROUP BY 1, 2, 3, 4) AS sums;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM agent_counts_add(zone, status, trust_tier, is_demo, -agents)
    FROM (SELECT zone, status, trust_tier, is_demo, count(*) AS agents FROM removed GROUP BY 1, 2, 3, 4) AS sums;
  ELSE
    PERFORM agent_counts_add(zone, status, trust_tier, is_demo, change)
    FROM (
      SELECT zone, status, trust_tier, is_demo, sum(change)::bigint AS change
      FROM (
        SELECT zone, status, trust_tier, is_demo, sum(change) AS change
        FROM (
          SELECT did, zone, status, trust_tier, is_demo, name, role, model, model_given, provider, revision, 1 AS change FROM added
          UNION ALL
          SELECT did, zone, status, trust_tier, is_demo, name, role, model, model_given, provider, revision, -1 FROM removed
        ) AS versions
        GROUP BY did, zone, status, trust_tier, is_demo, name, role, model, model_given, provider, revision HAVING sum(change) <> 0
      ) AS moves
      GROUP BY 1, 2, 3, 4
    ) AS sums;
  END IF;
  RETURN NULL;
END $$;
