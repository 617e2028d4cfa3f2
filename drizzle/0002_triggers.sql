-- agent_counts follows agents, statement by statement. Rows are taken in one order, so two writers never deadlock.
CREATE FUNCTION agent_counts_apply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO agent_counts AS c (zone, status, trust_tier, is_demo, slot, agents)
    SELECT zone, status, trust_tier, is_demo, pg_backend_pid() % 16, count(*) FROM added GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (zone, status, trust_tier, is_demo, slot) DO UPDATE SET agents = c.agents + excluded.agents;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO agent_counts AS c (zone, status, trust_tier, is_demo, slot, agents)
    SELECT zone, status, trust_tier, is_demo, pg_backend_pid() % 16, -count(*) FROM removed GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (zone, status, trust_tier, is_demo, slot) DO UPDATE SET agents = c.agents + excluded.agents;
  ELSE
    INSERT INTO agent_counts AS c (zone, status, trust_tier, is_demo, slot, agents)
    SELECT zone, status, trust_tier, is_demo, pg_backend_pid() % 16, sum(change)
    FROM (
      SELECT zone, status, trust_tier, is_demo, 1 AS change FROM added
      UNION ALL
      SELECT zone, status, trust_tier, is_demo, -1 FROM removed
    ) AS moves
    GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0 ORDER BY 1, 2, 3, 4
    ON CONFLICT (zone, status, trust_tier, is_demo, slot) DO UPDATE SET agents = c.agents + excluded.agents;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER agent_counts_insert AFTER INSERT ON agents
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION agent_counts_apply();
--> statement-breakpoint
CREATE TRIGGER agent_counts_delete AFTER DELETE ON agents
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION agent_counts_apply();
--> statement-breakpoint
CREATE TRIGGER agent_counts_update AFTER UPDATE ON agents
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION agent_counts_apply();
--> statement-breakpoint
CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger entries are append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
INSERT INTO ledger_heads (log) VALUES ('council');
