-- A transaction that changes agents takes, of each count's rows, one that no other transaction holds, or adds one. So none
-- waits for another here, and none can come to wait in a circle: for a count, and for the head of a log.
ALTER TABLE "agent_counts" ALTER COLUMN "slot" SET DATA TYPE integer;
--> statement-breakpoint
ALTER TABLE "agent_counts" ALTER COLUMN "slot" ADD GENERATED ALWAYS AS IDENTITY (sequence name "agent_counts_slot_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 16 CACHE 1);
--> statement-breakpoint
CREATE FUNCTION agent_counts_add(a_zone text, a_status text, a_tier text, a_demo boolean, change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE agent_counts SET agents = agents + change
  WHERE zone = a_zone AND status = a_status AND trust_tier = a_tier AND is_demo = a_demo AND slot = (
    SELECT slot FROM agent_counts
    WHERE zone = a_zone AND status = a_status AND trust_tier = a_tier AND is_demo = a_demo
    LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO agent_counts (zone, status, trust_tier, is_demo, agents) VALUES (a_zone, a_status, a_tier, a_demo, change);
  END IF;
END $$;
--> statement-breakpoint
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
        SELECT zone, status, trust_tier, is_demo, 1 AS change FROM added
        UNION ALL
        SELECT zone, status, trust_tier, is_demo, -1 FROM removed
      ) AS moves
      GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0
    ) AS sums;
  END IF;
  RETURN NULL;
END $$;
