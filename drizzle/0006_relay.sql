CREATE TABLE "relay_counts" (
	"hour" timestamp (3) with time zone NOT NULL,
	"measure" text NOT NULL,
	"slot" smallint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "relay_counts_hour_measure_slot_pk" PRIMARY KEY("hour","measure","slot")
);
--> statement-breakpoint
CREATE TABLE "relay_events" (
	"trace_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"id" uuid NOT NULL,
	"record" text NOT NULL,
	"src_did" text NOT NULL,
	"dst_did" text,
	"kind" text NOT NULL,
	"intent" text NOT NULL,
	"payload" jsonb NOT NULL,
	"extensions" jsonb NOT NULL,
	"occurred_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone NOT NULL,
	"idempotency_key" text,
	"content_hash" text,
	"inbox_seq" bigint,
	"decision" jsonb,
	"match" text,
	"semantic_score" real,
	"duration_ms" real,
	CONSTRAINT "relay_events_trace_id_seq_pk" PRIMARY KEY("trace_id","seq"),
	CONSTRAINT "relay_events_id_unique" UNIQUE("id"),
	CONSTRAINT "relay_events_routing" CHECK (("relay_events"."record" = 'routing') = ("relay_events"."decision" is not null) and ("relay_events"."record" = 'routing') = ("relay_events"."match" is not null))
);
--> statement-breakpoint
CREATE TABLE "relay_inboxes" (
	"did" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"acknowledged" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "relay_inboxes_acknowledged" CHECK ("relay_inboxes"."acknowledged" between 0 and "relay_inboxes"."size")
);
--> statement-breakpoint
CREATE TABLE "relay_traces" (
	"trace_id" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "relay_events_idempotency" ON "relay_events" USING btree ("src_did","idempotency_key") WHERE "relay_events"."idempotency_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "relay_events_inbox" ON "relay_events" USING btree ("dst_did","inbox_seq") WHERE "relay_events"."inbox_seq" is not null;--> statement-breakpoint
CREATE INDEX "relay_events_routings" ON "relay_events" USING btree ("received_at" DESC NULLS FIRST) WHERE "relay_events"."record" = 'routing';