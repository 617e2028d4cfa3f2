-- Entries and nodes take no change at all, not even one of nothing.
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_payloads_stay BEFORE DELETE OR TRUNCATE ON ledger_payloads
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
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
-- A log's name to the world, unique without a registrar, fixed here. The council's log opens once older acts are in it.
CREATE FUNCTION ledger_open(name text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_heads (log, origin, last_at)
  VALUES (name, 'federation-governance/' || replace(gen_random_uuid()::text, '-', '') || '/' || name, 'epoch')
  ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
SELECT ledger_open('anchors');
--> statement-breakpoint
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_unchained) THEN
    DROP TABLE ledger_unchained;
    PERFORM ledger_open('council');
  END IF;
END $$;
