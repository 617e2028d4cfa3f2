-- The protocols by which an agent can be called, as its record says: by its endpoints, as a capability, or as an MCP server's manifest does.
CREATE FUNCTION agent_protocols(endpoints jsonb, capabilities text[], manifest jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(protocol ORDER BY protocol), '{}')
  FROM unnest(ARRAY['a2a', 'http', 'mcp']) AS protocol
  WHERE endpoints @> ('[{"protocol": "' || protocol || '"}]')::jsonb
    OR (protocol <> 'http' AND protocol = ANY (capabilities))
    OR (protocol = 'mcp' AND 'array' IN (
      jsonb_typeof(manifest -> 'packages'), jsonb_typeof(manifest -> 'remotes'),
      jsonb_typeof(manifest #> '{server,packages}'), jsonb_typeof(manifest #> '{server,remotes}')))
$$;
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "provider_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "protocols" text[] GENERATED ALWAYS AS (agent_protocols(endpoints, capabilities, capability_manifest)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "audits_passed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "incidents_named" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Names compare as lib/organisation.ts says; its case folding is nearly that of lower(). Counts are those of lib/trust/rules.ts.
UPDATE "agents" SET
  "provider_key" = btrim(regexp_replace(lower(normalize("provider", NFKC)), '\s+', ' ', 'g')),
  "audits_passed" = (SELECT count(*) FROM "audits" WHERE "audits"."did" = "agents"."did" AND "verdict" = 'pass'),
  "incidents_named" = (
    SELECT count(*) FROM "incident_agents" JOIN "incidents" ON "incidents"."id" = "incident_agents"."incident_id"
    WHERE "incident_agents"."did" = "agents"."did" AND "struck_at" IS NULL AND "confirmed_at" IS NOT NULL AND NOT "unfounded");
--> statement-breakpoint
CREATE INDEX "agents_trusted_order" ON "agents" USING btree ("trust_score" DESC NULLS FIRST,"registered_at","did","status");--> statement-breakpoint
CREATE INDEX "agents_provider_order" ON "agents" USING btree ("provider_key","trust_score" DESC NULLS FIRST,"registered_at","did","status");--> statement-breakpoint
CREATE INDEX "agents_verified_order" ON "agents" USING btree ("trust_score" DESC NULLS FIRST,"registered_at","did","status") WHERE "agents"."public_key" <> '' and "agents"."public_key" = "agents"."proven_key";--> statement-breakpoint
CREATE INDEX "agents_audited_order" ON "agents" USING btree ("trust_score" DESC NULLS FIRST,"registered_at","did","status") WHERE "agents"."audits_passed" > 0;--> statement-breakpoint
CREATE INDEX "agents_tags" ON "agents" USING gin ("tags") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "agents_runtime_order" ON "agents" USING btree ("runtime_type","trust_score" DESC NULLS FIRST,"registered_at","did","status");--> statement-breakpoint
CREATE INDEX "agents_protocols" ON "agents" USING gin ("protocols") WITH (fastupdate=false);
--> statement-breakpoint
-- agent_counts: as before, and whether the key is proven, an audit passed or an incident names the agent.
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
          SELECT did, zone, status, trust_tier, is_demo, name, role, model, model_given, provider, revision,
            public_key <> '' AND public_key = proven_key AS verified, audits_passed > 0 AS audited, incidents_named > 0 AS named, 1 AS change FROM added
          UNION ALL
          SELECT did, zone, status, trust_tier, is_demo, name, role, model, model_given, provider, revision,
            public_key <> '' AND public_key = proven_key, audits_passed > 0, incidents_named > 0, -1 FROM removed
        ) AS versions
        GROUP BY did, zone, status, trust_tier, is_demo, name, role, model, model_given, provider, revision, verified, audited, named
        HAVING sum(change) <> 0
      ) AS moves
      GROUP BY 1, 2, 3, 4
    ) AS sums;
  END IF;
  RETURN NULL;
END $$;
