ALTER TABLE "agents" ADD COLUMN "listed" jsonb;
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "listed_on" date;
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "member_since" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_listed" CHECK ("agents"."listed" is null or "agents"."listed_on" is not null);
--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "members" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "agent_counts" ADD COLUMN "listed" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "agent_counts" DROP CONSTRAINT "agent_counts_zone_status_trust_tier_is_demo_slot_pk";
--> statement-breakpoint
ALTER TABLE "agent_counts" ADD CONSTRAINT "agent_counts_zone_status_trust_tier_is_demo_listed_slot_pk" PRIMARY KEY("zone","status","trust_tier","is_demo","listed","slot");
--> statement-breakpoint
-- The functions of 0002, which count listed records apart.
DROP FUNCTION agent_counts_add(text, text, text, boolean, bigint);
--> statement-breakpoint
CREATE FUNCTION agent_counts_add(a_zone text, a_status text, a_tier text, a_demo boolean, a_listed boolean, change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE agent_counts SET agents = agents + change, version = version + 1
  WHERE zone = a_zone AND status = a_status AND trust_tier = a_tier AND is_demo = a_demo AND listed = a_listed AND slot = (
    SELECT slot FROM agent_counts
    WHERE zone = a_zone AND status = a_status AND trust_tier = a_tier AND is_demo = a_demo AND listed = a_listed
    LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO agent_counts (zone, status, trust_tier, is_demo, listed, agents, version)
    VALUES (a_zone, a_status, a_tier, a_demo, a_listed, change, 1);
  END IF;
END $$;
--> statement-breakpoint
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
          SELECT did, zone, status, trust_tier, is_demo, listed IS NOT NULL AS listed, name, role, model, model_given, provider, revision,
            public_key <> '' AND public_key = proven_key AS verified, audits_passed > 0 AS audited, incidents_named > 0 AS named, 1 AS change FROM added
          UNION ALL
          SELECT did, zone, status, trust_tier, is_demo, listed IS NOT NULL, name, role, model, model_given, provider, revision,
            public_key <> '' AND public_key = proven_key, audits_passed > 0, incidents_named > 0, -1 FROM removed
        ) AS versions
        GROUP BY did, zone, status, trust_tier, is_demo, listed, name, role, model, model_given, provider, revision, verified, audited, named
        HAVING sum(change) <> 0
      ) AS moves
      GROUP BY 1, 2, 3, 4, 5
    ) AS sums;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Pages of listed records read the list's name from the record now.
DROP TRIGGER announce_change ON "sources";
--> statement-breakpoint
DROP TRIGGER announce_change ON "source_records";
