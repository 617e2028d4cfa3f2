CREATE TABLE "incident_agents" (
	"incident_id" integer NOT NULL,
	"did" text NOT NULL,
	"struck_at" timestamp (3) with time zone,
	"struck_by" text,
	"struck_for" text,
	CONSTRAINT "incident_agents_incident_id_did_pk" PRIMARY KEY("incident_id","did"),
	CONSTRAINT "incident_agents_struck" CHECK (num_nulls("incident_agents"."struck_at", "incident_agents"."struck_by", "incident_agents"."struck_for") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "incident_events" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"incident_id" integer NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"note" text NOT NULL,
	"did" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "incident_events_did" CHECK (("incident_events"."kind" = 'agent_struck') = ("incident_events"."did" is not null))
);
--> statement-breakpoint
CREATE TABLE "incident_exports" (
	"incident_id" integer PRIMARY KEY NOT NULL,
	"record" text NOT NULL,
	"sha256" text NOT NULL,
	"anchor_id" uuid NOT NULL,
	"anchor_seq" bigint NOT NULL,
	"salt" text NOT NULL,
	"anchored_by" text NOT NULL,
	CONSTRAINT "incident_exports_anchor_id_unique" UNIQUE("anchor_id"),
	CONSTRAINT "incident_exports_hex" CHECK ("incident_exports"."sha256" ~ '^[0-9a-f]{64}$' and "incident_exports"."salt" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"severity" text NOT NULL,
	"status" text NOT NULL,
	"incident_type" text NOT NULL,
	"description" text NOT NULL,
	"trace_id" text,
	"reporter" text NOT NULL,
	"idempotency_key" text,
	"unfounded" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "incidents_idempotency" UNIQUE("reporter","idempotency_key"),
	CONSTRAINT "incidents_severity" CHECK ("incidents"."severity" in ('LOW', 'MAJOR', 'CRITICAL')),
	CONSTRAINT "incidents_status" CHECK ("incidents"."status" in ('OPEN', 'FROZEN', 'RESOLVED', 'EXPORTED')),
	CONSTRAINT "incidents_resolved" CHECK (("incidents"."status" in ('RESOLVED', 'EXPORTED')) = ("incidents"."resolved_at" is not null)),
	CONSTRAINT "incidents_unfounded" CHECK (not "incidents"."unfounded" or "incidents"."resolved_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "incident_agents" ADD CONSTRAINT "incident_agents_incident" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_events" ADD CONSTRAINT "incident_events_incident" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_exports" ADD CONSTRAINT "incident_exports_incident" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incident_agents_did" ON "incident_agents" USING btree ("did","incident_id");--> statement-breakpoint
CREATE INDEX "incident_events_incident_seq" ON "incident_events" USING btree ("incident_id","seq");--> statement-breakpoint
CREATE INDEX "incident_events_at" ON "incident_events" USING btree ("at") WHERE kind in ('frozen', 'reopened', 'resolved');--> statement-breakpoint
CREATE INDEX "incidents_counts" ON "incidents" USING btree ("severity","status");--> statement-breakpoint
CREATE INDEX "incidents_created_at" ON "incidents" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "incidents_updated" ON "incidents" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "incidents_unsettled" ON "incidents" USING btree ("reporter","severity","id") WHERE status in ('OPEN', 'FROZEN');