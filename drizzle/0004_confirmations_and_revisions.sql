ALTER TABLE "agents" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "audits" ADD COLUMN "auditor_organisation" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "reporter_organisation" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "confirmed_by" text;--> statement-breakpoint
CREATE INDEX "incidents_unsettled_of" ON "incidents" USING btree ("reporter_organisation") WHERE status in ('OPEN', 'FROZEN');--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_confirmed" CHECK (num_nulls("incidents"."confirmed_at", "incidents"."confirmed_by") in (0, 2));--> statement-breakpoint
-- What operators opened weighs as before. What agents reported weighs once it is confirmed. Sealed incidents too, for once.
ALTER TABLE "incidents" DISABLE TRIGGER "incidents_guard";--> statement-breakpoint
UPDATE "incidents" SET "confirmed_at" = "created_at", "confirmed_by" = "reporter"
WHERE "reporter" = 'system' OR "reporter" LIKE 'operator:%';--> statement-breakpoint
UPDATE "incidents" SET "reporter_organisation" = "agents"."organisation"
FROM "agents" WHERE "agents"."did" = "incidents"."reporter";--> statement-breakpoint
UPDATE "audits" SET "auditor_organisation" = "agents"."organisation"
FROM "agents" WHERE "agents"."did" = "audits"."auditor";--> statement-breakpoint
ALTER TABLE "incidents" ENABLE TRIGGER "incidents_guard";--> statement-breakpoint
-- incidents: what was reported or confirmed does not change.
CREATE OR REPLACE FUNCTION incidents_guard() RETURNS trigger LANGUAGE plpgsql AS $$
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
