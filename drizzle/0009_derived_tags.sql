ALTER TABLE "agents" ADD COLUMN "derived_tags" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "derived_from" text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE INDEX "agents_derived_tags" ON "agents" USING gin ("derived_tags") WITH (fastupdate=false);
--> statement-breakpoint
-- The function of 0005, which also notices derived tags: a change of the published table changes them without a new revision.
CREATE OR REPLACE FUNCTION agent_counts_apply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM agent_counts_add(zone, status, trust_tier, is_demo, listed, agents)
    FROM (SELECT zone, status, trust_tier, is_demo, listed IS NOT NULL AS listed, count(*) AS agents FROM added GROUP BY 1, 2, 3, 4, 5) AS sums;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM agent_counts_add(zone, status, trust_tier, is_demo, listed, -agents)
    FROM (SELECT zone, status, trust_tier, is_demo, listed IS NOT NULL AS listed, count(*) AS agents FROM removed GROUP BY 1, 2, 3, 4, 5) AS sums;
  ELSE
    PERFORM agent_counts_add(zone, status, trust_tier, is_demo, listed, change)
    FROM (
      SELECT zone, status, trust_tier, is_demo, listed, sum(change)::bigint AS change
      FROM (
        SELECT zone, status, trust_tier, is_demo, listed, sum(change) AS change
        FROM (
          SELECT did, zone, status, trust_tier, is_demo, listed IS NOT NULL AS listed, name, role, model, model_given, provider, revision, derived_tags,
            public_key <> '' AND public_key = proven_key AS verified, audits_passed > 0 AS audited, incidents_named > 0 AS named, 1 AS change FROM added
          UNION ALL
          SELECT did, zone, status, trust_tier, is_demo, listed IS NOT NULL, name, role, model, model_given, provider, revision, derived_tags,
            public_key <> '' AND public_key = proven_key, audits_passed > 0, incidents_named > 0, -1 FROM removed
        ) AS versions
        GROUP BY did, zone, status, trust_tier, is_demo, listed, name, role, model, model_given, provider, revision, derived_tags, verified, audited, named
        HAVING sum(change) <> 0
      ) AS moves
      GROUP BY 1, 2, 3, 4, 5
    ) AS sums;
  END IF;
  RETURN NULL;
END $$;
