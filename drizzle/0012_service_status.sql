CREATE TABLE "status_days" (
	"component" text NOT NULL,
	"day" date NOT NULL,
	"checks" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "status_days_component_day_pk" PRIMARY KEY("component","day"),
	CONSTRAINT "status_days_counts" CHECK ("status_days"."failed" between 0 and "status_days"."checks" and "status_days"."checks" <= 1440)
);
--> statement-breakpoint
CREATE TABLE "status_now" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"failing" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "status_outages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "status_outages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"component" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"failed" integer NOT NULL,
	"message" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "status_turn" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "status_outages_under_way" ON "status_outages" USING btree ("component") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "status_outages_started_at" ON "status_outages" USING btree ("started_at");--> statement-breakpoint
-- One statement a minute writes the days; only the status page and its JSON are made from them.
CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "status_days" FOR EACH STATEMENT EXECUTE FUNCTION announce_change();--> statement-breakpoint
-- Every page shows the last check. It is announced only where it says something else, or where checks begin again.
CREATE TRIGGER announce_first AFTER INSERT ON "status_now" FOR EACH ROW EXECUTE FUNCTION announce_change();--> statement-breakpoint
CREATE TRIGGER announce_change AFTER UPDATE ON "status_now" FOR EACH ROW
  WHEN (OLD.failing IS DISTINCT FROM NEW.failing OR NEW.checked_at > OLD.checked_at + interval '150 seconds')
  EXECUTE FUNCTION announce_change();--> statement-breakpoint
CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE ON "status_outages" FOR EACH ROW EXECUTE FUNCTION announce_change();
