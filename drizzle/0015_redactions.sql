DROP VIEW "public"."ledger_acts";--> statement-breakpoint
DROP INDEX "ledger_payloads_subject";--> statement-breakpoint
DROP INDEX "ledger_payloads_actor";--> statement-breakpoint
ALTER TABLE "incident_exports" ADD COLUMN "redacted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "redacted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ledger_payloads" ADD COLUMN "remaining" jsonb;--> statement-breakpoint
CREATE INDEX "changes_subject" ON "changes" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "incidents_redacted" ON "incidents" USING btree ("id") WHERE "incidents"."redacted_at" is not null;--> statement-breakpoint
CREATE INDEX "ledger_payloads_subject" ON "ledger_payloads" USING btree (coalesce(coalesce(payload, remaining) ->> 'subject', ''),"seq") WHERE log = 'council';--> statement-breakpoint
CREATE INDEX "ledger_payloads_actor" ON "ledger_payloads" USING btree (coalesce(did, remaining ->> 'actor', ''),"seq") WHERE log = 'council';--> statement-breakpoint
ALTER TABLE "ledger_payloads" ADD CONSTRAINT "ledger_payloads_remaining" CHECK ("ledger_payloads"."remaining" is null or "ledger_payloads"."payload" is null and "ledger_payloads"."log" = 'council');--> statement-breakpoint
CREATE VIEW "public"."ledger_acts" AS (select e.seq, e.id, e.hash, coalesce(p.kind, p.remaining ->> 'kind', '') as kind, coalesce(p.did, p.remaining ->> 'actor', '') as actor,
  coalesce(coalesce(p.payload, p.remaining) ->> 'subject', '') as subject, coalesce(coalesce(p.payload, p.remaining) -> 'details', '{}') as details,
  e.created_at, p.payload is null as is_erased
  from ledger_entries e join ledger_payloads p on p.log = e.log and p.seq = e.seq where e.log = 'council');--> statement-breakpoint
-- ledger_payloads: besides the erasure of a whole payload, only what remains of an act may change, and only its details.
CREATE OR REPLACE FUNCTION ledger_erase_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.log = OLD.log AND NEW.seq = OLD.seq AND num_nulls(NEW.salt, NEW.did, NEW.kind, NEW.payload) = 4 THEN
    IF num_nulls(OLD.salt, OLD.did, OLD.kind, OLD.payload) = 0 AND coalesce(NEW.remaining - 'details' =
      jsonb_build_object('kind', OLD.kind, 'actor', OLD.did, 'subject', OLD.payload ->> 'subject'), true) THEN
      RETURN NEW;
    END IF;
    IF NEW.remaining - 'details' = OLD.remaining - 'details' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'ledger payloads can only be erased';
END $$;
--> statement-breakpoint
-- Returns whether a text was replaced by the text of a redaction, or kept. The act that contains the text is erased first.
CREATE FUNCTION is_redaction(before text, after text, act bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT before = after OR after LIKE 'Redacted on %' AND EXISTS (
    SELECT FROM ledger_payloads WHERE log = 'council' AND seq = act AND payload IS NULL)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION incidents_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  opened bigint;
BEGIN
  IF (OLD.title, OLD.description, OLD.redacted_at) IS DISTINCT FROM (NEW.title, NEW.description, NEW.redacted_at) THEN
    opened := (SELECT seq FROM incident_events WHERE incident_id = OLD.id AND kind = 'opened');
    IF to_jsonb(OLD) - '{title,description,redacted_at}'::text[] = to_jsonb(NEW) - '{title,description,redacted_at}'::text[]
      AND is_redaction(OLD.title, NEW.title, opened) AND is_redaction(OLD.description, NEW.description, opened) THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'what was reported does not change';
  END IF;
  IF OLD.status = 'EXPORTED' THEN
    RAISE EXCEPTION 'an exported incident is sealed';
  END IF;
  IF (OLD.id, OLD.severity, OLD.incident_type, OLD.reporter, OLD.created_at)
      IS DISTINCT FROM (NEW.id, NEW.severity, NEW.incident_type, NEW.reporter, NEW.created_at)
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
CREATE OR REPLACE FUNCTION incident_agents_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.struck_for <> NEW.struck_for AND to_jsonb(OLD) - 'struck_for' = to_jsonb(NEW) - 'struck_for'
    AND is_redaction(OLD.struck_for, NEW.struck_for, (
      SELECT seq FROM incident_events WHERE incident_id = OLD.incident_id AND kind = 'agent_struck' AND did = OLD.did)) THEN
    RETURN NEW;
  END IF;
  IF EXISTS (SELECT FROM incidents WHERE id = NEW.incident_id AND status = 'EXPORTED') THEN
    RAISE EXCEPTION 'an exported incident is sealed';
  END IF;
  IF TG_OP = 'UPDATE' AND (OLD.struck_at IS NOT NULL OR OLD.incident_id <> NEW.incident_id OR OLD.did <> NEW.did) THEN
    RAISE EXCEPTION 'an agent is struck from an incident once';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION incident_events_redact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.note <> NEW.note AND to_jsonb(OLD) - 'note' = to_jsonb(NEW) - 'note' AND is_redaction(OLD.note, NEW.note, OLD.seq) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'nothing is removed from the register of incidents';
END $$;
--> statement-breakpoint
CREATE FUNCTION incident_exports_redact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(OLD) - '{record,redacted_at}'::text[] = to_jsonb(NEW) - '{record,redacted_at}'::text[] AND NEW.redacted_at IS NOT NULL AND EXISTS (
      SELECT FROM incident_events JOIN ledger_payloads USING (seq)
      WHERE incident_id = OLD.incident_id AND log = 'council' AND payload IS NULL) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'nothing is removed from the register of incidents';
END $$;
--> statement-breakpoint
DROP TRIGGER incident_events_append_only ON incident_events;
--> statement-breakpoint
DROP TRIGGER incident_exports_append_only ON incident_exports;
--> statement-breakpoint
CREATE TRIGGER incident_events_append_only BEFORE DELETE OR TRUNCATE ON incident_events
  FOR EACH STATEMENT EXECUTE FUNCTION incidents_reject_change();
--> statement-breakpoint
CREATE TRIGGER incident_exports_append_only BEFORE DELETE OR TRUNCATE ON incident_exports
  FOR EACH STATEMENT EXECUTE FUNCTION incidents_reject_change();
--> statement-breakpoint
CREATE TRIGGER incident_events_redact_only BEFORE UPDATE ON incident_events
  FOR EACH ROW EXECUTE FUNCTION incident_events_redact();
--> statement-breakpoint
CREATE TRIGGER incident_exports_redact_only BEFORE UPDATE ON incident_exports
  FOR EACH ROW EXECUTE FUNCTION incident_exports_redact();
