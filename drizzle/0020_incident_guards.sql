CREATE FUNCTION incidents_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'nothing is removed from the register of incidents';
END $$;
--> statement-breakpoint
CREATE TRIGGER incidents_stay BEFORE DELETE OR TRUNCATE ON incidents
  FOR EACH STATEMENT EXECUTE FUNCTION incidents_refuse_change();
--> statement-breakpoint
CREATE TRIGGER incident_agents_stay BEFORE DELETE OR TRUNCATE ON incident_agents
  FOR EACH STATEMENT EXECUTE FUNCTION incidents_refuse_change();
--> statement-breakpoint
CREATE TRIGGER incident_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON incident_events
  FOR EACH STATEMENT EXECUTE FUNCTION incidents_refuse_change();
--> statement-breakpoint
CREATE TRIGGER incident_exports_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON incident_exports
  FOR EACH STATEMENT EXECUTE FUNCTION incidents_refuse_change();
--> statement-breakpoint
-- A report stays as it was made; its status goes only the ways that there are; an exported one is sealed.
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
