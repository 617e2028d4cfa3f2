CREATE TABLE "agent_sources" (
	"did" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_sources_kind" CHECK ("agent_sources"."kind" in ('a2a-card', 'mcp-server-json', 'mcp-listed-server'))
);
--> statement-breakpoint
DROP INDEX "agents_model_order";--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "model_given" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "version" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "homepage" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "repository" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "licence" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "endpoints" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- A model that equals the provider was filled in from it. Such a model no longer counts in the score, so those agents are scored
-- again by the first daily job. Addresses, tags and licences are filled when an agent is registered or imported again.
UPDATE "agents" SET
  "model_given" = "model" NOT IN ('', "provider"),
  "trust_as_of" = CASE WHEN "model" <> '' AND "model" = "provider" THEN "trust_as_of" - 1 ELSE "trust_as_of" END,
  "description" = CASE jsonb_typeof("capability_manifest" -> 'description')
    WHEN 'string' THEN btrim(left("capability_manifest" ->> 'description', 2000)) ELSE '' END,
  "version" = CASE WHEN jsonb_typeof("capability_manifest" -> 'version') = 'string'
    AND length("capability_manifest" ->> 'version') <= 100 THEN btrim("capability_manifest" ->> 'version') ELSE '' END;--> statement-breakpoint
ALTER TABLE "agent_sources" ADD CONSTRAINT "agent_sources_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agents_model_order" ON "agents" USING btree ("model","trust_score" DESC NULLS FIRST,"did") WHERE "agents"."model_given";--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_model_given" CHECK ("agents"."model" <> '' or not "agents"."model_given");--> statement-breakpoint
-- agent_counts: as before, and whether a model was given is what the directory filters by, too.
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
          SELECT did, zone, status, trust_tier, is_demo, name, role, model, model_given, provider, 1 AS change FROM added
          UNION ALL
          SELECT did, zone, status, trust_tier, is_demo, name, role, model, model_given, provider, -1 FROM removed
        ) AS versions
        GROUP BY did, zone, status, trust_tier, is_demo, name, role, model, model_given, provider HAVING sum(change) <> 0
      ) AS moves
      GROUP BY 1, 2, 3, 4
    ) AS sums;
  END IF;
  RETURN NULL;
END $$;
