-- agents: agent_counts follows it. Each transaction updates a row of the count that no other transaction holds, or adds a
-- row. So no two transactions wait for each other here.
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
CREATE FUNCTION agent_counts_apply() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- agents: trust_history gets a row for each change of score, tier or suspension, with the reason in `assessed_because`.
CREATE FUNCTION trust_history_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO trust_history (did, at, as_of, score, tier, reason)
  VALUES (NEW.did, NEW.assessed_at, NEW.trust_as_of, NEW.trust_score, NEW.trust_tier, NEW.assessed_because);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER trust_history_insert AFTER INSERT ON agents
  FOR EACH ROW EXECUTE FUNCTION trust_history_record();
--> statement-breakpoint
CREATE TRIGGER trust_history_update AFTER UPDATE OF trust_score, trust_tier, status ON agents FOR EACH ROW
  WHEN ((OLD.trust_score, OLD.trust_tier, OLD.status = 'suspended') IS DISTINCT FROM (NEW.trust_score, NEW.trust_tier, NEW.status = 'suspended'))
  EXECUTE FUNCTION trust_history_record();
--> statement-breakpoint
-- ledger_entries, ledger_nodes: append-only. An UPDATE that changes nothing is refused, too.
CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger entries are append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
-- ledger_payloads: the only change is the erasure of a whole payload.
CREATE FUNCTION ledger_erase_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF num_nulls(OLD.salt, OLD.did, OLD.kind, OLD.payload) = 0 AND num_nulls(NEW.salt, NEW.did, NEW.kind, NEW.payload) = 4
    AND NEW.log = OLD.log AND NEW.seq = OLD.seq THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'ledger payloads can only be erased';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_payloads_erase_only BEFORE UPDATE ON ledger_payloads
  FOR EACH ROW EXECUTE FUNCTION ledger_erase_only();
--> statement-breakpoint
CREATE TRIGGER ledger_payloads_stay BEFORE DELETE OR TRUNCATE ON ledger_payloads
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
-- ledger_heads: a head only advances.
CREATE FUNCTION ledger_head_advances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.log = OLD.log AND NEW.origin = OLD.origin AND NEW.size > OLD.size AND NEW.last_at >= OLD.last_at THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a ledger head only advances';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_heads_advance BEFORE UPDATE ON ledger_heads
  FOR EACH ROW EXECUTE FUNCTION ledger_head_advances();
--> statement-breakpoint
CREATE TRIGGER ledger_heads_stay BEFORE DELETE OR TRUNCATE ON ledger_heads
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
-- Opens a log. Its origin is its public name: unique without a registrar, and fixed.
CREATE FUNCTION ledger_open(name text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_heads (log, origin, last_at)
  VALUES (name, 'federation-governance/' || replace(gen_random_uuid()::text, '-', '') || '/' || name, 'epoch')
  ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
-- Appends entries if the log's head is still where the caller saw it and the subsystem `unless_frozen` is not frozen.
-- Returns whether it appended. It is a function because a session plans it once: planning takes longer than a small append.
-- Entries come as columns; hashes, commitments and salts as concatenated bytes, which are faster to read than JSON. `links`
-- begins with the hash of the entry before the first, or 32 zero bytes.
CREATE FUNCTION ledger_append(
  to_log text, seen_size bigint, unless_frozen text,
  ids uuid[], links bytea, commitments bytea, salts bytea, scopes text[], statuses text[], times text[],
  dids text[], kinds text[], payloads jsonb, completed jsonb, new_subtrees bytea
) RETURNS boolean LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  added CONSTANT integer := cardinality(ids);
BEGIN
  IF unless_frozen IS NOT NULL THEN
    PERFORM FROM freezes WHERE subsystem = unless_frozen AND NOT frozen FOR SHARE;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  UPDATE ledger_heads
  SET size = seen_size + added, last_at = times[added]::timestamptz, last_hash = substr(links, 32 * added + 1), subtrees = new_subtrees
  WHERE log = to_log AND size = seen_size AND coalesce(last_hash, substr(links, 1, 32)) = substr(links, 1, 32);
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO ledger_entries (log, seq, id, hash, prev_hash, scope, validation_status, created_at, payload_commitment)
  SELECT to_log, seen_size + n, id, substr(links, 32 * n::integer + 1, 32),
    CASE WHEN seen_size + n > 1 THEN substr(links, 32 * n::integer - 31, 32) END,
    scope, status, at::timestamptz, substr(commitments, 32 * n::integer - 31, 32)
  FROM unnest(ids, scopes, statuses, times) WITH ORDINALITY AS e (id, scope, status, at, n);
  INSERT INTO ledger_payloads (log, seq, salt, did, kind, payload)
  SELECT to_log, seen_size + n, substr(salts, 32 * n::integer - 31, 32), did, kind, payload
  FROM ROWS FROM (unnest(dids), unnest(kinds), jsonb_array_elements(payloads)) WITH ORDINALITY AS c (did, kind, payload, n);
  IF completed <> '[]' THEN
    INSERT INTO ledger_nodes (log, level, index, hash)
    SELECT to_log, (n->>0)::smallint, (n->>1)::bigint, decode(n->>2, 'hex') FROM jsonb_array_elements(completed) AS n;
  END IF;
  RETURN true;
END $$;
--> statement-breakpoint
-- incidents: a report does not change, its status follows the allowed transitions, and an exported incident is sealed.
CREATE FUNCTION incidents_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'nothing is removed from the register of incidents';
END $$;
--> statement-breakpoint
CREATE FUNCTION incidents_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'EXPORTED' THEN
    RAISE EXCEPTION 'an exported incident is sealed';
  END IF;
  IF (OLD.id, OLD.title, OLD.severity, OLD.incident_type, OLD.description, OLD.reporter, OLD.created_at)
      IS DISTINCT FROM (NEW.id, NEW.title, NEW.severity, NEW.incident_type, NEW.description, NEW.reporter, NEW.created_at)
    OR OLD.trace_id IS DISTINCT FROM NEW.trace_id OR OLD.idempotency_key IS DISTINCT FROM NEW.idempotency_key THEN
    RAISE EXCEPTION 'what was reported does not change';
  END IF;
  IF OLD.status <> NEW.status AND (OLD.status, NEW.status) NOT IN (('OPEN', 'FROZEN'), ('FROZEN', 'OPEN'),
      ('OPEN', 'RESOLVED'), ('FROZEN', 'RESOLVED'), ('RESOLVED', 'EXPORTED')) THEN
    RAISE EXCEPTION 'no incident goes from % to %', OLD.status, NEW.status;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER incidents_guard BEFORE UPDATE ON incidents FOR EACH ROW EXECUTE FUNCTION incidents_guard();
--> statement-breakpoint
CREATE TRIGGER incidents_stay BEFORE DELETE OR TRUNCATE ON incidents
  FOR EACH STATEMENT EXECUTE FUNCTION incidents_refuse_change();
--> statement-breakpoint
-- incident_agents: an agent is struck once.
CREATE FUNCTION incident_agents_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM incidents WHERE id = NEW.incident_id AND status = 'EXPORTED') THEN
    RAISE EXCEPTION 'an exported incident is sealed';
  END IF;
  IF TG_OP = 'UPDATE' AND (OLD.struck_at IS NOT NULL OR OLD.incident_id <> NEW.incident_id OR OLD.did <> NEW.did) THEN
    RAISE EXCEPTION 'an agent is struck from an incident once';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER incident_agents_guard BEFORE INSERT OR UPDATE ON incident_agents
  FOR EACH ROW EXECUTE FUNCTION incident_agents_guard();
--> statement-breakpoint
CREATE TRIGGER incident_agents_stay BEFORE DELETE OR TRUNCATE ON incident_agents
  FOR EACH STATEMENT EXECUTE FUNCTION incidents_refuse_change();
--> statement-breakpoint
-- incident_events, incident_exports: append-only.
CREATE FUNCTION incident_events_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind <> 'exported' AND EXISTS (SELECT FROM incidents WHERE id = NEW.incident_id AND status = 'EXPORTED') THEN
    RAISE EXCEPTION 'an exported incident is sealed';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER incident_events_guard BEFORE INSERT ON incident_events
  FOR EACH ROW EXECUTE FUNCTION incident_events_guard();
--> statement-breakpoint
CREATE TRIGGER incident_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON incident_events
  FOR EACH STATEMENT EXECUTE FUNCTION incidents_refuse_change();
--> statement-breakpoint
CREATE TRIGGER incident_exports_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON incident_exports
  FOR EACH STATEMENT EXECUTE FUNCTION incidents_refuse_change();
--> statement-breakpoint
-- The rows that a new database has: its two logs, and one switch per subsystem, so that a write can lock it.
SELECT ledger_open('anchors'), ledger_open('council');
--> statement-breakpoint
INSERT INTO freezes (subsystem, frozen, reason, since, actor)
VALUES ('relay', false, '', now(), 'system'), ('memory', false, '', now(), 'system');
