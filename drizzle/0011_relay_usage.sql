CREATE TABLE "relay_usage" (
	"did" text NOT NULL,
	"day" date NOT NULL,
	"slot" smallint NOT NULL,
	"routed" integer NOT NULL,
	"received" integer NOT NULL,
	CONSTRAINT "relay_usage_did_day_slot_pk" PRIMARY KEY("did","day","slot")
);
--> statement-breakpoint
CREATE INDEX "relay_usage_day" ON "relay_usage" USING btree ("day");--> statement-breakpoint
INSERT INTO "relay_usage" ("did", "day", "slot", "routed", "received")
SELECT "dst_did", ("received_at" AT TIME ZONE 'UTC')::date, 0,
  count(*) FILTER (WHERE "record" = 'routing'), count(*) FILTER (WHERE "record" = 'event')
FROM "relay_events" WHERE "dst_did" IS NOT NULL GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "relay_usage" FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
