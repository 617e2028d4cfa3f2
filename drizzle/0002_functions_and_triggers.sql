-- agents.stems is not in lib/db/schema, because every read of an agent's row would fetch it.
ALTER TABLE "agents" ADD COLUMN "stems" tsvector GENERATED ALWAYS AS (agent_stems(
  "name", "role" || "skills" || "capabilities" || "tags", "description", "provider" || ' ' || "model", "capability_manifest")) STORED;
--> statement-breakpoint
-- Without a list of pending entries, which each search would have to read.
CREATE INDEX "agents_stems" ON "agents" USING gin ("stems") WITH (fastupdate = off);
--> statement-breakpoint
-- Index-only scans of the directory's orders need pages that vacuum has marked. By default it runs after a fifth has changed.
ALTER TABLE "agents" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
-- Counts of agents (agent_counts). Each transaction updates a row of the count that no other transaction holds, or adds a row.
-- So no two transactions wait for each other here. Each change raises the version of that row.
CREATE FUNCTION agent_counts_add(a_zone text, a_status text, a_tier text, a_demo boolean, change bigint) RETURNS void LANGUAGE plpgsql AS $$
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
-- Raises the version of a count also if an update changes only a column that the directory filters by or a search reads.
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
-- ledger_entries, ledger_nodes: append-only. An UPDATE that changes nothing is rejected too.
CREATE FUNCTION ledger_reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger entries are append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_reject_change();
--> statement-breakpoint
CREATE TRIGGER ledger_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_reject_change();
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
CREATE TRIGGER ledger_payloads_no_delete BEFORE DELETE OR TRUNCATE ON ledger_payloads
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_reject_change();
--> statement-breakpoint
-- ledger_heads: a head only advances.
CREATE FUNCTION ledger_head_must_advance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.log = OLD.log AND NEW.origin = OLD.origin AND NEW.size > OLD.size AND NEW.last_at >= OLD.last_at THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a ledger head only advances';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_heads_advance BEFORE UPDATE ON ledger_heads
  FOR EACH ROW EXECUTE FUNCTION ledger_head_must_advance();
--> statement-breakpoint
CREATE TRIGGER ledger_heads_no_delete BEFORE DELETE OR TRUNCATE ON ledger_heads
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_reject_change();
--> statement-breakpoint
-- Opens a log. Its origin is its public name: unique without a registrar, and fixed.
CREATE FUNCTION ledger_open(name text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_heads (log, origin, last_at)
  VALUES (name, 'federation-governance/' || replace(gen_random_uuid()::text, '-', '') || '/' || name, 'epoch')
  ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
-- Appends entries if the log still has `seen_size` entries and the subsystem `unless_frozen` is not frozen. Returns whether it
-- appended. It is a function because a session plans it once: planning takes longer than a small append.
-- Entries come as columns; hashes, commitments and salts as concatenated bytes, which are faster to read than JSON. `links`
-- has the hash of the entry before the first (32 zero bytes in an empty log), then the hash of each entry.
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
-- Finds the first entry of a log that is dated at or after an instant, by binary search. Dates never decrease along a log, and
-- an index on them would slow down appends. Returns size + 1 if all entries are older.
CREATE FUNCTION ledger_first_seq_since(a_log text, since timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
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
--> statement-breakpoint
-- incidents: what was reported or confirmed does not change, the status follows the allowed transitions, and an exported incident is sealed.
CREATE FUNCTION incidents_reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
    OR OLD.trace_id IS DISTINCT FROM NEW.trace_id OR OLD.idempotency_key IS DISTINCT FROM NEW.idempotency_key
    OR OLD.reporter_organisation IS DISTINCT FROM NEW.reporter_organisation THEN
    RAISE EXCEPTION 'what was reported does not change';
  END IF;
  IF OLD.confirmed_at IS NOT NULL
    AND (OLD.confirmed_at, OLD.confirmed_by) IS DISTINCT FROM (NEW.confirmed_at, NEW.confirmed_by) THEN
    RAISE EXCEPTION 'an incident is confirmed once';
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
CREATE TRIGGER incidents_no_delete BEFORE DELETE OR TRUNCATE ON incidents
  FOR EACH STATEMENT EXECUTE FUNCTION incidents_reject_change();
--> statement-breakpoint
-- incident_agents: an agent can be removed from an incident (a strike) only once.
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
CREATE TRIGGER incident_agents_no_delete BEFORE DELETE OR TRUNCATE ON incident_agents
  FOR EACH STATEMENT EXECUTE FUNCTION incidents_reject_change();
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
  FOR EACH STATEMENT EXECUTE FUNCTION incidents_reject_change();
--> statement-breakpoint
CREATE TRIGGER incident_exports_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON incident_exports
  FOR EACH STATEMENT EXECUTE FUNCTION incidents_reject_change();
--> statement-breakpoint
-- mcp_servers: if an agent's manifest changes, its server leaves the list, and clients that follow changes can see this.
CREATE FUNCTION mcp_servers_unlist() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mcp_servers SET listed = false, changed_at = clock_timestamp() WHERE did = NEW.did AND listed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mcp_servers_unlist AFTER UPDATE OF capability_manifest ON agents FOR EACH ROW
  WHEN (OLD.capability_manifest IS DISTINCT FROM NEW.capability_manifest)
  EXECUTE FUNCTION mcp_servers_unlist();
--> statement-breakpoint
-- mcp_servers: the agent's status, owner and domains decide whether the server is listed.
CREATE FUNCTION mcp_servers_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mcp_servers SET changed_at = clock_timestamp() WHERE did = NEW.did;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mcp_servers_touch AFTER UPDATE OF status, owner_kind, domains, deprecated_at, successor ON agents FOR EACH ROW
  WHEN ((OLD.status, OLD.owner_kind, OLD.domains, OLD.deprecated_at, OLD.successor)
    IS DISTINCT FROM (NEW.status, NEW.owner_kind, NEW.domains, NEW.deprecated_at, NEW.successor))
  EXECUTE FUNCTION mcp_servers_touch();
--> statement-breakpoint
-- Public reads use these tables. A transaction that writes one sends a notification with the table's name when it commits.
CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  announced text;
BEGIN
  FOREACH announced IN ARRAY ARRAY['agent_counts', 'agent_skills', 'agent_sources', 'agents', 'audits', 'freezes', 'incident_agents', 'incident_events',
    'incident_exports', 'incidents', 'ledger_entries', 'ledger_heads', 'ledger_nodes', 'ledger_payloads', 'mcp_servers',
    'relay_counts', 'relay_events', 'relay_traces', 'relay_usage', 'rfc_reviews', 'rfcs', 'signing_keys',
    'skill_embeddings', 'status_days', 'trust_history', 'vector_model']
  LOOP
    EXECUTE format('CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION announce_change()', announced);
  END LOOP;
END $$;
--> statement-breakpoint
-- Every page shows the last check. It is announced only if its result differs, or if checks start again after a pause.
CREATE TRIGGER announce_first_check AFTER INSERT ON "status_now" FOR EACH ROW EXECUTE FUNCTION announce_change();
--> statement-breakpoint
CREATE TRIGGER announce_change AFTER UPDATE ON "status_now" FOR EACH ROW
  WHEN (OLD.failing IS DISTINCT FROM NEW.failing OR NEW.checked_at > OLD.checked_at + interval '150 seconds')
  EXECUTE FUNCTION announce_change();
--> statement-breakpoint
CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE ON "status_outages" FOR EACH ROW EXECUTE FUNCTION announce_change();
--> statement-breakpoint
-- change_feed: numbers up to `most` committed changes without gaps, in the order of their ids. Only one caller numbers at a
-- time. Its advisory lock belongs to the transaction, so it also works behind a pooler, and it ends after the numbers are
-- visible. Each statement of a volatile function has a new snapshot, so the statements after the lock see the numbers of the
-- previous caller. Returns the count of numbered changes, or -1 if another caller is numbering.
CREATE FUNCTION number_changes(most integer) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  given integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7041779) THEN
    RETURN -1;
  END IF;
  PERFORM FROM changes WHERE seq IS NULL LIMIT 1;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  WITH waiting AS (
    SELECT id, row_number() OVER (ORDER BY id) AS place
    FROM (SELECT id FROM changes WHERE seq IS NULL ORDER BY id LIMIT most) AS oldest
  )
  UPDATE changes SET seq = change_feed.head + waiting.place
  FROM waiting, change_feed WHERE changes.id = waiting.id;
  GET DIAGNOSTICS given = ROW_COUNT;
  UPDATE change_feed SET head = head + given;
  PERFORM pg_notify('governance', 'changes.numbered');
  RETURN given;
END $$;
--> statement-breakpoint
-- The rows of a new database: its two logs, the change feed's counter, and one switch for each subsystem, which a write locks.
SELECT ledger_open('anchors'), ledger_open('council');
--> statement-breakpoint
INSERT INTO freezes (subsystem, frozen, reason, since, actor)
VALUES ('relay', false, '', now(), 'system'), ('memory', false, '', now(), 'system');
--> statement-breakpoint
INSERT INTO change_feed DEFAULT VALUES;
