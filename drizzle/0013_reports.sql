CREATE TABLE "reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"secret_hash" text NOT NULL,
	"status" text NOT NULL,
	"text" text NOT NULL,
	"dids" text[] DEFAULT '{}' NOT NULL,
	"happened" text DEFAULT '' NOT NULL,
	"evidence" text DEFAULT '' NOT NULL,
	"about" integer,
	"email" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"reason" text DEFAULT '' NOT NULL,
	"incident_id" integer,
	CONSTRAINT "reports_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "reports_status" CHECK ("reports"."status" in ('waiting', 'opened', 'duplicate', 'dismissed')),
	CONSTRAINT "reports_decided" CHECK (("reports"."status" = 'waiting') = ("reports"."decided_at" is null) and num_nulls("reports"."decided_at", "reports"."decided_by") in (0, 2)),
	CONSTRAINT "reports_led_to" CHECK (("reports"."status" in ('opened', 'duplicate')) = ("reports"."incident_id" is not null)),
	CONSTRAINT "reports_dismissed" CHECK (("reports"."status" = 'dismissed') = ("reports"."reason" <> ''))
);
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_incident" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_waiting" ON "reports" USING btree ("id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "reports_decided_at" ON "reports" USING btree ("decided_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "reports_with_email" ON "reports" USING btree ("decided_at") WHERE email <> '';--> statement-breakpoint
CREATE INDEX "ledger_payloads_did" ON "ledger_payloads" USING btree ("did","seq") WHERE log = 'anchors';