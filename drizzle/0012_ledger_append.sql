-- Appends linked entries to a log whose head is still where the caller saw it, unless a subsystem is frozen, and says
-- whether it did. A function, because it is planned once a session: planning it anew takes longer than a small append.
CREATE FUNCTION ledger_append(
  to_log text, seen_size bigint, added json, completed json,
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
    SELECT * FROM json_to_recordset(added) AS t (seq bigint, id uuid, hash text, prev_hash text, scope text,
      validation_status text, created_at timestamptz, payload_commitment text, salt text, did text, kind text, payload jsonb)
  ), contents AS (
    INSERT INTO ledger_payloads (log, seq, salt, did, kind, payload)
    SELECT to_log, seq, decode(salt, 'hex'), did, kind, payload FROM entries
  )
  INSERT INTO ledger_entries (log, seq, id, hash, prev_hash, scope, validation_status, created_at, payload_commitment)
  SELECT to_log, seq, id, decode(hash, 'hex'), decode(prev_hash, 'hex'), scope, validation_status, created_at,
    decode(payload_commitment, 'hex')
  FROM entries;
  IF json_array_length(completed) > 0 THEN
    INSERT INTO ledger_nodes (log, level, index, hash)
    SELECT to_log, level, index, decode(hash, 'hex')
    FROM json_to_recordset(completed) AS n (level smallint, index bigint, hash text);
  END IF;
  RETURN true;
END $$;
