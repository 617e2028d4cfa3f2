CREATE TABLE "source_records" (
	"did" text PRIMARY KEY NOT NULL,
	"source_id" uuid NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	"missing_since" timestamp (3) with time zone,
	"gone_at" timestamp (3) with time zone,
	"standing" jsonb,
	CONSTRAINT "source_records_missing" CHECK (("source_records"."missing" = 0) = ("source_records"."missing_since" is null))
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"every_minutes" integer NOT NULL,
	"state" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease" uuid,
	"leased_until" timestamp (3) with time zone,
	"etag" text,
	"since" text,
	"complete_at" timestamp (3) with time zone,
	"last" jsonb,
	"asks" jsonb,
	CONSTRAINT "sources_address_unique" UNIQUE("address"),
	CONSTRAINT "sources_kind" CHECK ("sources"."kind" in ('mcp-registry', 'ard-publisher', 'agent-card')),
	CONSTRAINT "sources_state" CHECK ("sources"."state" in ('active', 'paused', 'asking')),
	CONSTRAINT "sources_every_minutes" CHECK ("sources"."every_minutes" between 5 and 10080),
	CONSTRAINT "sources_asks" CHECK (("sources"."state" = 'asking') = ("sources"."asks" is not null)),
	CONSTRAINT "sources_lease" CHECK (("sources"."lease" is null) = ("sources"."leased_until" is null))
);
--> statement-breakpoint
ALTER TABLE "agent_sources" DROP CONSTRAINT "agent_sources_kind";--> statement-breakpoint
ALTER TABLE "source_records" ADD CONSTRAINT "source_records_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_records_source" ON "source_records" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "sources_due" ON "sources" USING btree ("next_at") WHERE "sources"."state" = 'active';--> statement-breakpoint
ALTER TABLE "agent_sources" ADD CONSTRAINT "agent_sources_kind" CHECK ("agent_sources"."kind" in ('a2a-card', 'mcp-server-json', 'mcp-listed-server', 'ard-entry'));