CREATE TABLE "console_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "console_sessions_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
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
	"slot" integer GENERATED ALWAYS AS IDENTITY (sequence name "agent_counts_slot_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
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
	"proven_key" text DEFAULT '' NOT NULL,
	"key_proven_at" timestamp (3) with time zone,
	"status" text NOT NULL,
	"trust_tier" text NOT NULL,
	"granted_tier" text,
	"trust_score" numeric(4, 1) NOT NULL,
	"trust_as_of" date NOT NULL,
	"assessed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"assessed_because" jsonb DEFAULT '{"kind":"recorded"}'::jsonb NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"organisation" text,
	"registered_at" timestamp (3) with time zone NOT NULL,
	"last_seen" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agents_trust_tier" CHECK ("agents"."trust_tier" in ('T0', 'T1', 'T2', 'T3', 'T4')),
	CONSTRAINT "agents_granted_tier" CHECK ("agents"."granted_tier" in ('T0', 'T1', 'T2', 'T3', 'T4')),
	CONSTRAINT "agents_trust_score" CHECK ("agents"."trust_score" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "anchor_keys" (
	"did" text NOT NULL,
	"key" text NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "anchor_keys_did_key_pk" PRIMARY KEY("did","key")
);
--> statement-breakpoint
CREATE TABLE "anchor_texts" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"did" text NOT NULL,
	"kind" text NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"did" text,
	"organisation" text NOT NULL,
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"capabilities" text[] DEFAULT '{}' NOT NULL,
	"requested_tier" text NOT NULL,
	"public_key" text DEFAULT '' NOT NULL,
	"granted_tier" text,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"claimed_at" timestamp (3) with time zone,
	"credential_id" uuid,
	CONSTRAINT "applications_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "applications_subject" CHECK (("applications"."kind" = 'agent') = ("applications"."did" is not null)),
	CONSTRAINT "applications_status" CHECK ("applications"."status" in ('pending', 'approved', 'claimed', 'rejected', 'withdrawn')),
	CONSTRAINT "applications_granted_tier" CHECK ("applications"."granted_tier" in ('T0', 'T1', 'T2', 'T3', 'T4')),
	CONSTRAINT "applications_claimed" CHECK (("applications"."status" = 'claimed') = ("applications"."credential_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "audits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint,
	"did" text NOT NULL,
	"auditor" text NOT NULL,
	"verdict" text NOT NULL,
	"summary" text NOT NULL,
	"findings" jsonb NOT NULL,
	"evidence" jsonb NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audits_seq_unique" UNIQUE("seq"),
	CONSTRAINT "audits_idempotency" UNIQUE("auditor","idempotency_key"),
	CONSTRAINT "audits_verdict" CHECK ("audits"."verdict" in ('pass', 'fail', 'pending'))
);
--> statement-breakpoint
CREATE TABLE "freezes" (
	"subsystem" text PRIMARY KEY NOT NULL,
	"frozen" boolean NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "ledger_entries" (
	"log" text NOT NULL,
	"seq" bigint NOT NULL,
	"id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"prev_seq" bigint GENERATED ALWAYS AS (nullif(seq - 1, 0)) STORED,
	"prev_hash" "bytea",
	"scope" text NOT NULL,
	"validation_status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"payload_commitment" "bytea" NOT NULL,
	CONSTRAINT "ledger_entries_log_seq_pk" PRIMARY KEY("log","seq"),
	CONSTRAINT "ledger_entries_id_unique" UNIQUE("id"),
	CONSTRAINT "ledger_entries_hash" UNIQUE("log","seq","hash"),
	CONSTRAINT "ledger_entries_prev_hash" UNIQUE("log","prev_seq","prev_hash"),
	CONSTRAINT "ledger_entries_genesis" CHECK ("ledger_entries"."seq" >= 1 and ("ledger_entries"."seq" = 1) = ("ledger_entries"."prev_hash" is null)),
	CONSTRAINT "ledger_entries_lengths" CHECK (octet_length("ledger_entries"."hash") = 32 and octet_length("ledger_entries"."prev_hash") = 32 and octet_length("ledger_entries"."payload_commitment") = 32),
	CONSTRAINT "ledger_entries_scope" CHECK ("ledger_entries"."scope" in ('PUBLIC', 'FEDERATION', 'PRIVATE'))
);
--> statement-breakpoint
CREATE TABLE "ledger_heads" (
	"log" text PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_hash" "bytea",
	"subtrees" "bytea" DEFAULT ''::bytea NOT NULL,
	CONSTRAINT "ledger_heads_origin_unique" UNIQUE("origin"),
	CONSTRAINT "ledger_heads_last_hash" CHECK (("ledger_heads"."size" = 0) = ("ledger_heads"."last_hash" is null) and octet_length("ledger_heads"."last_hash") = 32),
	CONSTRAINT "ledger_heads_subtrees" CHECK (octet_length("ledger_heads"."subtrees") = 32 * bit_count("ledger_heads"."size"::bit(64)))
);
--> statement-breakpoint
CREATE TABLE "ledger_nodes" (
	"log" text NOT NULL,
	"level" smallint NOT NULL,
	"index" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "ledger_nodes_log_level_index_pk" PRIMARY KEY("log","level","index"),
	CONSTRAINT "ledger_nodes_hash" CHECK (octet_length("ledger_nodes"."hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "ledger_payloads" (
	"log" text NOT NULL,
	"seq" bigint NOT NULL,
	"salt" "bytea",
	"did" text,
	"kind" text,
	"payload" jsonb,
	CONSTRAINT "ledger_payloads_log_seq_pk" PRIMARY KEY("log","seq"),
	CONSTRAINT "ledger_payloads_whole" CHECK (octet_length("ledger_payloads"."salt") = 32 and num_nulls("ledger_payloads"."salt", "ledger_payloads"."did", "ledger_payloads"."kind", "ledger_payloads"."payload") in (0, 4))
);
--> statement-breakpoint
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
CREATE TABLE "rfc_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint,
	"rfc" integer NOT NULL,
	"reviewer" text NOT NULL,
	"verdict" text NOT NULL,
	"text" text NOT NULL,
	"sha256" text NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rfc_reviews_seq_unique" UNIQUE("seq"),
	CONSTRAINT "rfc_reviews_idempotency" UNIQUE("reviewer","idempotency_key"),
	CONSTRAINT "rfc_reviews_verdict" CHECK ("rfc_reviews"."verdict" in ('approve', 'object', 'comment'))
);
--> statement-breakpoint
CREATE TABLE "rfcs" (
	"number" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"created" date NOT NULL,
	"authors" jsonb NOT NULL,
	"text" text NOT NULL,
	"sha256" text NOT NULL,
	"status" text NOT NULL,
	"superseded_by" integer,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rfcs_number" CHECK ("rfcs"."number" between 1 and 9999),
	CONSTRAINT "rfcs_status" CHECK ("rfcs"."status" in ('DRAFT', 'ACTIVE', 'FROZEN', 'SUPERSEDED')),
	CONSTRAINT "rfcs_superseded" CHECK (("rfcs"."status" = 'SUPERSEDED') = ("rfcs"."superseded_by" is not null)),
	CONSTRAINT "rfcs_not_by_itself" CHECK ("rfcs"."superseded_by" <> "rfcs"."number")
);
--> statement-breakpoint
CREATE TABLE "smoke_probe" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_challenges" (
	"did" text PRIMARY KEY NOT NULL,
	"challenge" text NOT NULL,
	"public_key" text NOT NULL,
	"message" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_key" jsonb NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trust_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trust_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"did" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"as_of" date NOT NULL,
	"score" numeric(4, 1) NOT NULL,
	"tier" text NOT NULL,
	"reason" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_skills" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agent_skills_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"did" text NOT NULL,
	"name" text NOT NULL,
	"texts" jsonb NOT NULL,
	"hash" text NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "agent_skills_did_hash" UNIQUE("did","hash")
);
--> statement-breakpoint
CREATE TABLE "vector_model" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"model" text NOT NULL,
	"dimensions" integer,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "vector_model_only" CHECK ("vector_model"."only")
);
--> statement-breakpoint
CREATE TABLE "vector_outbox" (
	"skill_id" bigint PRIMARY KEY NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"last_error" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "incident_agents" ADD CONSTRAINT "incident_agents_incident" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_events" ADD CONSTRAINT "incident_events_incident" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_exports" ADD CONSTRAINT "incident_exports_incident" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_predecessor" FOREIGN KEY ("log","prev_seq","prev_hash") REFERENCES "public"."ledger_entries"("log","seq","hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rfc_reviews" ADD CONSTRAINT "rfc_reviews_rfc" FOREIGN KEY ("rfc") REFERENCES "public"."rfcs"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rfcs" ADD CONSTRAINT "rfcs_superseded_by_rfcs_number_fk" FOREIGN KEY ("superseded_by") REFERENCES "public"."rfcs"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_challenges" ADD CONSTRAINT "key_challenges_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trust_history" ADD CONSTRAINT "trust_history_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_skills" ADD CONSTRAINT "agent_skills_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vector_outbox" ADD CONSTRAINT "vector_outbox_skill_id_agent_skills_id_fk" FOREIGN KEY ("skill_id") REFERENCES "public"."agent_skills"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "console_sessions_token_hash" ON "console_sessions" USING btree ("token_hash");--> statement-breakpoint
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
CREATE INDEX "anchor_texts_did" ON "anchor_texts" USING btree ("did","seq");--> statement-breakpoint
CREATE INDEX "anchor_texts_kind" ON "anchor_texts" USING btree ("kind","seq");--> statement-breakpoint
CREATE INDEX "anchor_texts_words" ON "anchor_texts" USING gin ("words");--> statement-breakpoint
CREATE UNIQUE INDEX "applications_open_did" ON "applications" USING btree ("did") WHERE "applications"."status" in ('pending', 'approved');--> statement-breakpoint
CREATE UNIQUE INDEX "applications_open_organisation" ON "applications" USING btree (lower("organisation")) WHERE "applications"."kind" = 'provider' and "applications"."status" in ('pending', 'approved');--> statement-breakpoint
CREATE INDEX "applications_newest" ON "applications" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "audits_newest" ON "audits" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "audits_did_newest" ON "audits" USING btree ("did","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "incident_agents_did" ON "incident_agents" USING btree ("did","incident_id");--> statement-breakpoint
CREATE INDEX "incident_events_incident_seq" ON "incident_events" USING btree ("incident_id","seq");--> statement-breakpoint
CREATE INDEX "incident_events_at" ON "incident_events" USING btree ("at") WHERE kind in ('frozen', 'reopened', 'resolved');--> statement-breakpoint
CREATE INDEX "incidents_counts" ON "incidents" USING btree ("severity","status");--> statement-breakpoint
CREATE INDEX "incidents_created_at" ON "incidents" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "incidents_title_trgm" ON "incidents" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "incidents_updated" ON "incidents" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "incidents_unsettled" ON "incidents" USING btree ("reporter","severity","id") WHERE status in ('OPEN', 'FROZEN');--> statement-breakpoint
CREATE INDEX "ledger_entries_by_hash" ON "ledger_entries" USING hash ("hash");--> statement-breakpoint
CREATE INDEX "ledger_entries_public" ON "ledger_entries" USING btree ("log","seq") WHERE scope = 'PUBLIC';--> statement-breakpoint
CREATE INDEX "ledger_payloads_subject" ON "ledger_payloads" USING btree ((payload ->> 'subject'),"seq") WHERE log = 'council';--> statement-breakpoint
CREATE UNIQUE INDEX "relay_events_idempotency" ON "relay_events" USING btree ("src_did","idempotency_key") WHERE "relay_events"."idempotency_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "relay_events_inbox" ON "relay_events" USING btree ("dst_did","inbox_seq") WHERE "relay_events"."inbox_seq" is not null;--> statement-breakpoint
CREATE INDEX "relay_events_routings" ON "relay_events" USING btree ("received_at" DESC NULLS FIRST) WHERE "relay_events"."record" = 'routing';--> statement-breakpoint
CREATE INDEX "rfc_reviews_newest" ON "rfc_reviews" USING btree ("rfc","reviewer","seq" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "trust_history_newest" ON "trust_history" USING btree ("did","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agent_skills_exact" ON "agent_skills" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "agent_skills_words" ON "agent_skills" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "agent_skills_name_trgm" ON "agent_skills" USING gin ("name" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "vector_outbox_due" ON "vector_outbox" USING btree ("due_at");--> statement-breakpoint
CREATE VIEW "public"."ledger_acts" AS (select e.seq, e.id, e.hash, p.kind, p.did as actor, p.payload ->> 'subject' as subject, p.payload -> 'details' as details, e.created_at
  from ledger_entries e join ledger_payloads p on p.log = e.log and p.seq = e.seq where e.log = 'council');