DROP INDEX "ledger_entries_public";--> statement-breakpoint
DROP INDEX "ledger_entries_by_hash";--> statement-breakpoint
ALTER TABLE "agent_counts" ADD COLUMN "version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_entries_scope" ON "ledger_entries" USING btree ("log","scope","seq");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_hash" ON "ledger_entries" USING btree ("hash");--> statement-breakpoint
DROP INDEX "agents_organisation";--> statement-breakpoint
CREATE INDEX "agents_organisation" ON "agents" USING btree ("organisation","trust_tier") WHERE "agents"."organisation" is not null;--> statement-breakpoint
-- Index-only scans of the directory's orders need pages that vacuum has marked. By default it comes after a fifth has changed.
ALTER TABLE "agents" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);--> statement-breakpoint
-- agent_counts: as before, and each change raises the version of a row of its count.
CREATE OR REPLACE FUNCTION agent_counts_add(a_zone text, a_status text, a_tier text, a_demo boolean, change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE agent_counts SET agents = agents + change, version = version + 1
  WHERE zone = a_zone AND status = a_status AND trust_tier = a_tier AND is_demo = a_demo AND slot = (
    SELECT slot FROM agent_counts
    WHERE zone = a_zone AND status = a_status AND trust_tier = a_tier AND is_demo = a_demo
    LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO agent_counts (zone, status, trust_tier, is_demo, agents, version)
    VALUES (a_zone, a_status, a_tier, a_demo, change, 1);
  END IF;
END $$;
--> statement-breakpoint
-- An update counts where a column changed that the directory filters by: also where it moves nobody to another count.
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
          SELECT did, zone, status, trust_tier, is_demo, name, role, model, provider, 1 AS change FROM added
          UNION ALL
          SELECT did, zone, status, trust_tier, is_demo, name, role, model, provider, -1 FROM removed
        ) AS versions
        GROUP BY did, zone, status, trust_tier, is_demo, name, role, model, provider HAVING sum(change) <> 0
      ) AS moves
      GROUP BY 1, 2, 3, 4
    ) AS sums;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Finds the first entry of a log that is dated at or after an instant, by halving: dates never decrease along a log, and an
-- index on them would slow down appends. Returns size + 1 where all are older.
CREATE FUNCTION ledger_first_since(a_log text, since timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  low bigint := 1;
  high bigint := 1 + (SELECT size FROM ledger_heads WHERE log = a_log);
  middle bigint;
BEGIN
  WHILE low < high LOOP
    middle := (low + high) / 2;
    IF (SELECT created_at FROM ledger_entries WHERE log = a_log AND seq = middle) < since THEN
      low := middle + 1;
    ELSE
      high := middle;
    END IF;
  END LOOP;
  RETURN low;
END $$;
