DROP FUNCTION ledger_append(text, bigint, json, json, bigint, timestamptz, text, text, text);
--> statement-breakpoint
-- As before, but an entry is an array of its values: taking an object apart by its keys takes as long as storing it.
CREATE FUNCTION ledger_append(
  to_log text, seen_size bigint, added jsonb, completed jsonb,
  new_size bigint, new_at timestamptz, new_hash text, new_subtrees text, unless_frozen text
) RETURNS boolean LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF unless_frozen IS NOT NULL THEN
    PERFORM FROM freezes WHERE subsystem = unless_frozen AND NOT frozen FOR SHARE;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  UPDATE ledger_heads
  SET size = new_size, last_at = new_at, last_hash = decode(new_hash, 'hex'), subtrees = decode(new_subtrees, 'hex')
  WHERE log = to_log AND size = seen_size;
  IF NOT FOUND THEN RETURN false; END IF;
  WITH entries AS MATERIALIZED (
    SELECT (e->>0)::bigint AS seq, (e->>1)::uuid AS id, decode(e->>2, 'hex') AS hash, decode(e->>3, 'hex') AS prev_hash,
      e->>4 AS scope, e->>5 AS validation_status, (e->>6)::timestamptz AS created_at,
      decode(e->>7, 'hex') AS payload_commitment, decode(e->>8, 'hex') AS salt, e->>9 AS did, e->>10 AS kind, e->11 AS payload
    FROM jsonb_array_elements(added) AS e
  ), contents AS (
    INSERT INTO ledger_payloads (log, seq, salt, did, kind, payload)
    SELECT to_log, seq, salt, did, kind, payload FROM entries
  )
  INSERT INTO ledger_entries (log, seq, id, hash, prev_hash, scope, validation_status, created_at, payload_commitment)
  SELECT to_log, seq, id, hash, prev_hash, scope, validation_status, created_at, payload_commitment FROM entries;
  INSERT INTO ledger_nodes (log, level, index, hash)
  SELECT to_log, (n->>0)::smallint, (n->>1)::bigint, decode(n->>2, 'hex') FROM jsonb_array_elements(completed) AS n;
  RETURN true;
END $$;
