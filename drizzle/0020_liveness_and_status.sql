CREATE TABLE "agent_liveness" (
	"did" text PRIMARY KEY NOT NULL,
	"inbox_read_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"silent_since" timestamp (3) with time zone,
	"problem" text DEFAULT '' NOT NULL,
	"due_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "agent_liveness_ended" CHECK ("agent_liveness"."due_at" is null or "agent_liveness"."ended_at" is null)
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "liveness_checks" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_liveness" ADD CONSTRAINT "agent_liveness_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_liveness_due" ON "agent_liveness" USING btree ("due_at") WHERE due_at is not null;
--> statement-breakpoint
-- The search and the cache learn only that an agent begins or ceases to answer, not of each check.
CREATE TRIGGER announce_change AFTER UPDATE ON "agent_liveness" FOR EACH ROW
  WHEN ((OLD.answered_at IS NULL, OLD.silent_since) IS DISTINCT FROM (NEW.answered_at IS NULL, NEW.silent_since))
  EXECUTE FUNCTION announce_change();
--> statement-breakpoint
CREATE TRIGGER agent_changes_update AFTER UPDATE ON "agent_liveness" FOR EACH ROW
  WHEN ((OLD.answered_at IS NULL, OLD.silent_since) IS DISTINCT FROM (NEW.answered_at IS NULL, NEW.silent_since))
  EXECUTE FUNCTION agent_changes_record();
--> statement-breakpoint
CREATE TABLE "status_latencies" (
	"component" text NOT NULL,
	"day" date NOT NULL,
	"upper_microseconds" integer NOT NULL,
	"requests" bigint NOT NULL,
	CONSTRAINT "status_latencies_component_day_upper_microseconds_pk" PRIMARY KEY("component","day","upper_microseconds")
);
--> statement-breakpoint
CREATE TABLE "status_maintenances" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "status_maintenances_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"components" text[] NOT NULL,
	"text" text NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL,
	"seq" bigint NOT NULL,
	"cancelled_at" timestamp (3) with time zone,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"cancel_seq" bigint,
	CONSTRAINT "status_maintenances_span" CHECK ("status_maintenances"."starts_at" < "status_maintenances"."ends_at")
);
--> statement-breakpoint
ALTER TABLE "status_days" DROP CONSTRAINT "status_days_counts";--> statement-breakpoint
ALTER TABLE "status_days" ADD COLUMN "planned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "status_maintenances_ends_at" ON "status_maintenances" USING btree ("ends_at");--> statement-breakpoint
ALTER TABLE "status_days" ADD CONSTRAINT "status_days_counts" CHECK ("status_days"."failed" >= 0 and "status_days"."planned" >= 0 and "status_days"."failed" + "status_days"."planned" <= "status_days"."checks" and "status_days"."checks" <= 1440);
--> statement-breakpoint
-- Of the parts that were components before, only the ledger is one now. The others are checked no more.
UPDATE "status_outages" SET "ended_at" = now() WHERE "ended_at" IS NULL AND "component" <> 'ledger';
--> statement-breakpoint
-- For each row, because each minute's check deletes old ones, and mostly there are none.
CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE ON "status_latencies"
  FOR EACH ROW EXECUTE FUNCTION announce_change();
--> statement-breakpoint
CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE ON "status_maintenances"
  FOR EACH ROW EXECUTE FUNCTION announce_change();
