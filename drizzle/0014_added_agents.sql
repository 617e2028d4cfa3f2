-- agents: what follows from new rows is written once for all rows of a statement, because registrations that arrive together share one.
DROP TRIGGER agent_counts_insert ON agents;
--> statement-breakpoint
DROP TRIGGER trust_history_insert ON agents;
--> statement-breakpoint
DROP TRIGGER agent_changes_insert_delete ON agents;
--> statement-breakpoint
CREATE FUNCTION agents_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM agent_counts_add(zone, status, trust_tier, is_demo, listed, agents)
  FROM (SELECT zone, status, trust_tier, is_demo, listed IS NOT NULL AS listed, count(*) AS agents FROM added GROUP BY 1, 2, 3, 4, 5) AS sums;
  INSERT INTO trust_history (did, at, as_of, score, tier, reason)
  SELECT did, assessed_at, trust_as_of, trust_score, trust_tier, assessed_because FROM added;
  INSERT INTO recent_changes (xid, name, did)
  SELECT pg_current_xact_id()::text::bigint, 'agents', did FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER agents_added AFTER INSERT ON agents
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION agents_added();
--> statement-breakpoint
CREATE TRIGGER agent_changes_delete AFTER DELETE ON agents
  FOR EACH ROW EXECUTE FUNCTION agent_changes_record();
