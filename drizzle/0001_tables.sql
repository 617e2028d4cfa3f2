CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"did" text,
	"organisation" text,
	"label" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"replaced_by" uuid,
	CONSTRAINT "credentials_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "credentials_owner" CHECK (("credentials"."kind" = 'agent' and "credentials"."did" is not null and "credentials"."organisation" is null)
        or ("credentials"."kind" = 'provider' and "credentials"."did" is null and "credentials"."organisation" is not null)
        or ("credentials"."kind" = 'operator' and "credentials"."did" is null and "credentials"."organisation" is null))
);
--> statement-breakpoint
CREATE TABLE "agent_counts" (
	"zone" text NOT NULL,
	"status" text NOT NULL,
	"trust_tier" text NOT NULL,
	"is_demo" boolean NOT NULL,
	"slot" smallint NOT NULL,
	"agents" integer NOT NULL,
	CONSTRAINT "agent_counts_zone_status_trust_tier_is_demo_slot_pk" PRIMARY KEY("zone","status","trust_tier","is_demo","slot")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"did" text PRIMARY KEY NOT NULL,
	"zone" text NOT NULL,
	"name" text NOT NULL,
	"provider" text DEFAULT '' NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"runtime_type" text DEFAULT '' NOT NULL,
	"capabilities" text[] DEFAULT '{}' NOT NULL,
	"skills" text[] DEFAULT '{}' NOT NULL,
	"capability_manifest" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"public_key" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"trust_tier" text NOT NULL,
	"granted_tier" text,
	"trust_score" numeric(4, 1) NOT NULL,
	"trust_as_of" date NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"organisation" text,
	"registered_at" timestamp (3) with time zone NOT NULL,
	"last_seen" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agents_trust_tier" CHECK ("agents"."trust_tier" in ('T0', 'T1', 'T2', 'T3', 'T4')),
	CONSTRAINT "agents_granted_tier" CHECK ("agents"."granted_tier" in ('T0', 'T1', 'T2', 'T3', 'T4')),
	CONSTRAINT "agents_trust_score" CHECK ("agents"."trust_score" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"log" text NOT NULL,
	"seq" bigint NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_log_seq_pk" PRIMARY KEY("log","seq"),
	CONSTRAINT "ledger_entries_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "ledger_heads" (
	"log" text PRIMARY KEY NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_key" jsonb NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_log_ledger_heads_log_fk" FOREIGN KEY ("log") REFERENCES "public"."ledger_heads"("log") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credentials_created_at" ON "credentials" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "agents_order" ON "agents" USING btree ("trust_score" DESC NULLS FIRST,"did");--> statement-breakpoint
CREATE INDEX "agents_zone_order" ON "agents" USING btree ("zone","trust_score" DESC NULLS FIRST,"did");--> statement-breakpoint
CREATE INDEX "agents_status_order" ON "agents" USING btree ("status","trust_score" DESC NULLS FIRST,"did");--> statement-breakpoint
CREATE INDEX "agents_zone_status_order" ON "agents" USING btree ("zone","status","trust_score" DESC NULLS FIRST,"did");--> statement-breakpoint
CREATE INDEX "agents_tier_order" ON "agents" USING btree ("trust_tier","trust_score" DESC NULLS FIRST,"did");--> statement-breakpoint
CREATE INDEX "agents_role_order" ON "agents" USING btree ("role","trust_score" DESC NULLS FIRST,"did");--> statement-breakpoint
CREATE INDEX "agents_model_order" ON "agents" USING btree ("model","trust_score" DESC NULLS FIRST,"did");--> statement-breakpoint
CREATE INDEX "agents_name_order" ON "agents" USING btree ("name","did");--> statement-breakpoint
CREATE INDEX "agents_newest_order" ON "agents" USING btree ("registered_at" DESC NULLS FIRST,"did");--> statement-breakpoint
CREATE INDEX "agents_trust_as_of" ON "agents" USING btree ("trust_as_of");--> statement-breakpoint
CREATE INDEX "agents_did_trgm" ON "agents" USING gin ("did" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "agents_name_trgm" ON "agents" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "agents_role_trgm" ON "agents" USING gin ("role" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "agents_model_trgm" ON "agents" USING gin ("model" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "agents_provider_trgm" ON "agents" USING gin ("provider" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "ledger_entries_subject" ON "ledger_entries" USING btree ("subject","seq");