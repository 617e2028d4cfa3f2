CREATE TABLE "a2a_messages" (
	"task_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"owner" text NOT NULL,
	"addressee" text NOT NULL,
	"scope" text NOT NULL,
	"message_id" text NOT NULL,
	"content_hash" text NOT NULL,
	"member" text NOT NULL,
	"is_guest" boolean NOT NULL,
	"inbox_seq" bigint NOT NULL,
	CONSTRAINT "a2a_messages_task_id_seq_pk" PRIMARY KEY("task_id","seq")
);
--> statement-breakpoint
CREATE TABLE "a2a_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trace_id" text NOT NULL,
	"member" text NOT NULL,
	"owner" text NOT NULL,
	"caller_did" text NOT NULL,
	"context_id" text NOT NULL,
	"is_guest" boolean NOT NULL,
	"bucket_hash" text,
	"state" text NOT NULL,
	"state_seq" bigint DEFAULT 0 NOT NULL,
	"ended_seq" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	"erase_at" timestamp (3) with time zone,
	CONSTRAINT "a2a_tasks_trace_id_unique" UNIQUE("trace_id"),
	CONSTRAINT "a2a_tasks_state" CHECK ("a2a_tasks"."state" in ('submitted', 'working', 'input_required', 'completed', 'failed', 'canceled')),
	CONSTRAINT "a2a_tasks_ended" CHECK (("a2a_tasks"."ended_seq" is not null) = ("a2a_tasks"."state" in ('completed', 'failed', 'canceled'))),
	CONSTRAINT "a2a_tasks_guest" CHECK ("a2a_tasks"."is_guest" or ("a2a_tasks"."bucket_hash" is null and "a2a_tasks"."erase_at" is null))
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
	"idempotency_key" text,
	"request_hash" text,
	CONSTRAINT "credentials_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "credentials_idempotency" UNIQUE("created_by","idempotency_key"),
	CONSTRAINT "credentials_owner" CHECK (("credentials"."kind" = 'agent' and "credentials"."did" is not null and "credentials"."organisation" is null)
        or ("credentials"."kind" = 'provider' and "credentials"."did" is null and "credentials"."organisation" is not null)
        or ("credentials"."kind" = 'operator' and "credentials"."did" is null and "credentials"."organisation" is null))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "sessions_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "agent_counts" (
	"zone" text NOT NULL,
	"status" text NOT NULL,
	"trust_tier" text NOT NULL,
	"is_demo" boolean NOT NULL,
	"slot" integer GENERATED ALWAYS AS IDENTITY (sequence name "agent_counts_slot_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"agents" integer NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "agent_counts_zone_status_trust_tier_is_demo_slot_pk" PRIMARY KEY("zone","status","trust_tier","is_demo","slot")
);
--> statement-breakpoint
CREATE TABLE "agent_sources" (
	"did" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_sources_kind" CHECK ("agent_sources"."kind" in ('a2a-card', 'mcp-server-json', 'mcp-listed-server', 'ard-entry'))
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"did" text PRIMARY KEY NOT NULL,
	"zone" text NOT NULL,
	"name" text NOT NULL,
	"provider" text DEFAULT '' NOT NULL,
	"provider_key" text DEFAULT '' NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"model_given" boolean DEFAULT false NOT NULL,
	"runtime_type" text DEFAULT '' NOT NULL,
	"capabilities" text[] DEFAULT '{}' NOT NULL,
	"skills" text[] DEFAULT '{}' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"version" text DEFAULT '' NOT NULL,
	"homepage" text DEFAULT '' NOT NULL,
	"repository" text DEFAULT '' NOT NULL,
	"licence" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"endpoints" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"protocols" text[] GENERATED ALWAYS AS (agent_protocols(endpoints, capabilities, capability_manifest)) STORED NOT NULL,
	"capability_manifest" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"public_key" text DEFAULT '' NOT NULL,
	"proven_key" text DEFAULT '' NOT NULL,
	"key_proven_at" timestamp (3) with time zone,
	"domains" text[] DEFAULT '{}' NOT NULL,
	"status" text NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"deprecated_at" timestamp (3) with time zone,
	"successor" text,
	"trust_tier" text NOT NULL,
	"granted_tier" text,
	"trust_score" numeric(4, 1) NOT NULL,
	"trust_as_of" date NOT NULL,
	"assessed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"assessed_because" jsonb DEFAULT '{"kind":"recorded"}'::jsonb NOT NULL,
	"audits_passed" integer DEFAULT 0 NOT NULL,
	"incidents_named" integer DEFAULT 0 NOT NULL,
	"a2a_guests" boolean DEFAULT false NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"owner_kind" text NOT NULL,
	"organisation" text,
	"registered_at" timestamp (3) with time zone NOT NULL,
	"last_seen" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agents_trust_tier" CHECK ("agents"."trust_tier" in ('T0', 'T1', 'T2', 'T3', 'T4')),
	CONSTRAINT "agents_granted_tier" CHECK ("agents"."granted_tier" in ('T0', 'T1', 'T2', 'T3', 'T4')),
	CONSTRAINT "agents_model_given" CHECK ("agents"."model" <> '' or not "agents"."model_given"),
	CONSTRAINT "agents_trust_score" CHECK ("agents"."trust_score" between 0 and 100),
	CONSTRAINT "agents_owner_kind" CHECK ("agents"."owner_kind" in ('agent', 'organisation', 'operator')),
	CONSTRAINT "agents_owner" CHECK (("agents"."owner_kind" = 'organisation') = ("agents"."organisation" is not null)),
	CONSTRAINT "agents_withdrawn" CHECK ("agents"."status" <> 'withdrawn' or "agents"."withdrawn_at" is not null),
	CONSTRAINT "agents_successor" CHECK ("agents"."successor" is null or ("agents"."deprecated_at" is not null and "agents"."successor" <> "agents"."did"))
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
CREATE TABLE "change_feed" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"epoch" text DEFAULT substr(md5(gen_random_uuid()::text), 1, 12) NOT NULL,
	"head" bigint DEFAULT 0 NOT NULL,
	"releases" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "change_feed_only" CHECK ("change_feed"."only"),
	CONSTRAINT "change_feed_epoch" CHECK ("change_feed"."epoch" ~ '^[0-9a-z]{1,32}$')
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"seq" bigint,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"dids" text[] NOT NULL,
	"zone" text,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "changes_seq_unique" UNIQUE("seq"),
	CONSTRAINT "changes_seq" CHECK ("changes"."seq" > 0)
);
--> statement-breakpoint
CREATE TABLE "audits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint,
	"did" text NOT NULL,
	"auditor" text NOT NULL,
	"auditor_organisation" text,
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
CREATE TABLE "agent_domains" (
	"did" text NOT NULL,
	"host" text NOT NULL,
	"method" text NOT NULL,
	"proven_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"failed_days" integer DEFAULT 0 NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_domains_did_host_pk" PRIMARY KEY("did","host"),
	CONSTRAINT "agent_domains_method" CHECK ("agent_domains"."method" in ('dns', 'did_json')),
	CONSTRAINT "agent_domains_failed_days" CHECK ("agent_domains"."failed_days" between 0 and 2)
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
	"reporter_organisation" text,
	"idempotency_key" text,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_by" text,
	"unfounded" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "incidents_idempotency" UNIQUE("reporter","idempotency_key"),
	CONSTRAINT "incidents_severity" CHECK ("incidents"."severity" in ('LOW', 'MAJOR', 'CRITICAL')),
	CONSTRAINT "incidents_status" CHECK ("incidents"."status" in ('OPEN', 'FROZEN', 'RESOLVED', 'EXPORTED')),
	CONSTRAINT "incidents_resolved" CHECK (("incidents"."status" in ('RESOLVED', 'EXPORTED')) = ("incidents"."resolved_at" is not null)),
	CONSTRAINT "incidents_unfounded" CHECK (not "incidents"."unfounded" or "incidents"."resolved_at" is not null),
	CONSTRAINT "incidents_confirmed" CHECK (num_nulls("incidents"."confirmed_at", "incidents"."confirmed_by") in (0, 2))
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
CREATE TABLE "mcp_servers" (
	"did" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"server" json NOT NULL,
	"official" json,
	"origin" text NOT NULL,
	"listed" boolean NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mcp_servers_origin" CHECK ("mcp_servers"."origin" in ('import', 'record'))
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
	"last_at" timestamp (3) with time zone NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "relay_usage" (
	"did" text NOT NULL,
	"day" date NOT NULL,
	"slot" smallint NOT NULL,
	"routed" integer NOT NULL,
	"received" integer NOT NULL,
	CONSTRAINT "relay_usage_did_day_slot_pk" PRIMARY KEY("did","day","slot")
);
--> statement-breakpoint
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
CREATE TABLE "followed_feeds" (
	"source_id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"found" boolean DEFAULT false NOT NULL,
	"cursor" text,
	"checked_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease" uuid,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "followed_feeds_lease" CHECK (("followed_feeds"."lease" is null) = ("followed_feeds"."leased_until" is null))
);
--> statement-breakpoint
CREATE TABLE "source_records" (
	"did" text PRIMARY KEY NOT NULL,
	"source_id" uuid NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	"missing_since" timestamp (3) with time zone,
	"gone_at" timestamp (3) with time zone,
	"standing" jsonb,
	"peer_did" text,
	"inactive_there_at" timestamp (3) with time zone,
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
CREATE TABLE "smoke_probe" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "status_days" (
	"component" text NOT NULL,
	"day" date NOT NULL,
	"checks" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "status_days_component_day_pk" PRIMARY KEY("component","day"),
	CONSTRAINT "status_days_counts" CHECK ("status_days"."failed" between 0 and "status_days"."checks" and "status_days"."checks" <= 1440)
);
--> statement-breakpoint
CREATE TABLE "status_last_check" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL
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
	"purposes" text[] DEFAULT '{"log","statement"}' NOT NULL,
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
CREATE TABLE "skill_embeddings" (
	"skill_id" bigint PRIMARY KEY NOT NULL,
	"packed" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vector_model" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"model" text NOT NULL,
	"dimensions" integer,
	"next_model" text,
	"next_dimensions" integer,
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
CREATE TABLE "webhook_deliveries" (
	"webhook_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp (3) with time zone,
	"status" integer,
	"error" text DEFAULT '' NOT NULL,
	"milliseconds" integer,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_webhook_id_seq_pk" PRIMARY KEY("webhook_id","seq")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner" text NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"kinds" text[],
	"dids" text[],
	"zones" text[],
	"format" text NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"epoch" text NOT NULL,
	"scanned" bigint NOT NULL,
	"due_at" timestamp (3) with time zone,
	"look_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease" uuid,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "webhooks_number_unique" UNIQUE("number"),
	CONSTRAINT "webhooks_format" CHECK ("webhooks"."format" in ('standard', 'cloudevents')),
	CONSTRAINT "webhooks_state" CHECK ("webhooks"."state" in ('unconfirmed', 'active', 'paused', 'disabled')),
	CONSTRAINT "webhooks_reason" CHECK (("webhooks"."state" = 'disabled') = ("webhooks"."reason" <> '')),
	CONSTRAINT "webhooks_lease" CHECK (("webhooks"."lease" is null) = ("webhooks"."leased_until" is null)),
	CONSTRAINT "webhooks_previous" CHECK (("webhooks"."previous_secret" is null) = ("webhooks"."previous_until" is null))
);
--> statement-breakpoint
ALTER TABLE "a2a_messages" ADD CONSTRAINT "a2a_messages_task_id_a2a_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."a2a_tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_sources" ADD CONSTRAINT "agent_sources_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_domains" ADD CONSTRAINT "agent_domains_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_agents" ADD CONSTRAINT "incident_agents_incident" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_events" ADD CONSTRAINT "incident_events_incident" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_exports" ADD CONSTRAINT "incident_exports_incident" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_predecessor" FOREIGN KEY ("log","prev_seq","prev_hash") REFERENCES "public"."ledger_entries"("log","seq","hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD CONSTRAINT "mcp_servers_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_incident" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rfc_reviews" ADD CONSTRAINT "rfc_reviews_rfc" FOREIGN KEY ("rfc") REFERENCES "public"."rfcs"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rfcs" ADD CONSTRAINT "rfcs_superseded_by_rfcs_number_fk" FOREIGN KEY ("superseded_by") REFERENCES "public"."rfcs"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followed_feeds" ADD CONSTRAINT "followed_feeds_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_records" ADD CONSTRAINT "source_records_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_challenges" ADD CONSTRAINT "key_challenges_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trust_history" ADD CONSTRAINT "trust_history_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_skills" ADD CONSTRAINT "agent_skills_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skill_embeddings" ADD CONSTRAINT "skill_embeddings_skill_id_agent_skills_id_fk" FOREIGN KEY ("skill_id") REFERENCES "public"."agent_skills"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vector_outbox" ADD CONSTRAINT "vector_outbox_skill_id_agent_skills_id_fk" FOREIGN KEY ("skill_id") REFERENCES "public"."agent_skills"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "a2a_messages_once" ON "a2a_messages" USING btree ("owner","addressee","scope","message_id");--> statement-breakpoint
CREATE INDEX "a2a_messages_guests" ON "a2a_messages" USING btree ("member","inbox_seq") WHERE "a2a_messages"."is_guest";--> statement-breakpoint
CREATE INDEX "a2a_tasks_owner" ON "a2a_tasks" USING btree ("owner","state_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "a2a_tasks_open_guests" ON "a2a_tasks" USING btree ("bucket_hash") WHERE "a2a_tasks"."bucket_hash" is not null and "a2a_tasks"."ended_seq" is null;--> statement-breakpoint
CREATE INDEX "a2a_tasks_erase" ON "a2a_tasks" USING btree ("erase_at") WHERE "a2a_tasks"."erase_at" is not null;--> statement-breakpoint
CREATE INDEX "credentials_created_at" ON "credentials" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "credentials_did" ON "credentials" USING btree ("did") WHERE "credentials"."did" is not null;--> statement-breakpoint
CREATE INDEX "sessions_token_hash" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "agents_order" ON "agents" USING btree ("trust_score" DESC NULLS FIRST,"did","status");--> statement-breakpoint
CREATE INDEX "agents_zone_order" ON "agents" USING btree ("zone","trust_score" DESC NULLS FIRST,"did","status");--> statement-breakpoint
CREATE INDEX "agents_status_order" ON "agents" USING btree ("status","trust_score" DESC NULLS FIRST,"did");--> statement-breakpoint
CREATE INDEX "agents_zone_status_order" ON "agents" USING btree ("zone","status","trust_score" DESC NULLS FIRST,"did");--> statement-breakpoint
CREATE INDEX "agents_tier_order" ON "agents" USING btree ("trust_tier","trust_score" DESC NULLS FIRST,"did","status");--> statement-breakpoint
CREATE INDEX "agents_role_order" ON "agents" USING btree ("role","trust_score" DESC NULLS FIRST,"did","status");--> statement-breakpoint
CREATE INDEX "agents_model_order" ON "agents" USING btree ("model","trust_score" DESC NULLS FIRST,"did","status") WHERE "agents"."model_given";--> statement-breakpoint
CREATE INDEX "agents_name_order" ON "agents" USING btree ("name","did","status");--> statement-breakpoint
CREATE INDEX "agents_trusted_order" ON "agents" USING btree ("trust_score" DESC NULLS FIRST,"registered_at","did","status");--> statement-breakpoint
CREATE INDEX "agents_provider_order" ON "agents" USING btree ("provider_key","trust_score" DESC NULLS FIRST,"registered_at","did","status");--> statement-breakpoint
CREATE INDEX "agents_verified_order" ON "agents" USING btree ("trust_score" DESC NULLS FIRST,"registered_at","did","status") WHERE "agents"."public_key" <> '' and "agents"."public_key" = "agents"."proven_key";--> statement-breakpoint
CREATE INDEX "agents_audited_order" ON "agents" USING btree ("trust_score" DESC NULLS FIRST,"registered_at","did","status") WHERE "agents"."audits_passed" > 0;--> statement-breakpoint
CREATE INDEX "agents_runtime_order" ON "agents" USING btree ("runtime_type","trust_score" DESC NULLS FIRST,"registered_at","did","status");--> statement-breakpoint
CREATE INDEX "agents_protocols" ON "agents" USING gin ("protocols") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "agents_tags" ON "agents" USING gin ("tags") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "agents_newest_order" ON "agents" USING btree ("registered_at" DESC NULLS FIRST,"did","status");--> statement-breakpoint
CREATE INDEX "agents_trust_as_of" ON "agents" USING btree ("trust_as_of");--> statement-breakpoint
CREATE INDEX "agents_organisation" ON "agents" USING btree ("organisation","trust_tier") WHERE "agents"."organisation" is not null;--> statement-breakpoint
CREATE INDEX "agents_did_hash" ON "agents" USING btree (sha256("did"::bytea));--> statement-breakpoint
CREATE INDEX "agents_did_trgm" ON "agents" USING gin ("did" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "agents_name_trgm" ON "agents" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "agents_role_trgm" ON "agents" USING gin ("role" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "agents_model_trgm" ON "agents" USING gin ("model" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "agents_provider_trgm" ON "agents" USING gin ("provider" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "anchor_texts_did" ON "anchor_texts" USING btree ("did","seq");--> statement-breakpoint
CREATE INDEX "anchor_texts_kind" ON "anchor_texts" USING btree ("kind","seq");--> statement-breakpoint
CREATE INDEX "anchor_texts_words" ON "anchor_texts" USING gin ("words");--> statement-breakpoint
CREATE INDEX "applications_did" ON "applications" USING btree ("did") WHERE "applications"."did" is not null;--> statement-breakpoint
CREATE INDEX "applications_newest" ON "applications" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "changes_unnumbered" ON "changes" USING btree ("id") WHERE "changes"."seq" is null;--> statement-breakpoint
CREATE INDEX "audits_newest" ON "audits" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "audits_did_newest" ON "audits" USING btree ("did","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "agent_domains_due" ON "agent_domains" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "agent_domains_host" ON "agent_domains" USING btree ("host");--> statement-breakpoint
CREATE INDEX "incident_agents_did" ON "incident_agents" USING btree ("did","incident_id");--> statement-breakpoint
CREATE INDEX "incident_events_incident_seq" ON "incident_events" USING btree ("incident_id","seq");--> statement-breakpoint
CREATE INDEX "incident_events_at" ON "incident_events" USING btree ("at") WHERE kind in ('frozen', 'reopened', 'resolved');--> statement-breakpoint
CREATE INDEX "incidents_counts" ON "incidents" USING btree ("severity","status");--> statement-breakpoint
CREATE INDEX "incidents_created_at" ON "incidents" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "incidents_title_trgm" ON "incidents" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "incidents_words" ON "incidents" USING gin (to_tsvector('english', "title" || ' ' || "description")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "incidents_updated" ON "incidents" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "incidents_unsettled" ON "incidents" USING btree ("reporter","severity","id") WHERE status in ('OPEN', 'FROZEN');--> statement-breakpoint
CREATE INDEX "incidents_unsettled_of" ON "incidents" USING btree ("reporter_organisation") WHERE status in ('OPEN', 'FROZEN');--> statement-breakpoint
CREATE INDEX "ledger_entries_by_hash" ON "ledger_entries" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "ledger_entries_scope" ON "ledger_entries" USING btree ("log","scope","seq");--> statement-breakpoint
CREATE INDEX "ledger_payloads_did" ON "ledger_payloads" USING btree ("did","seq") WHERE log = 'anchors';--> statement-breakpoint
CREATE INDEX "ledger_payloads_subject" ON "ledger_payloads" USING btree ((payload ->> 'subject'),"seq") WHERE log = 'council';--> statement-breakpoint
CREATE INDEX "ledger_payloads_actor" ON "ledger_payloads" USING btree ("did","seq") WHERE log = 'council';--> statement-breakpoint
CREATE INDEX "mcp_servers_name_order" ON "mcp_servers" USING btree (lower("name"),"did");--> statement-breakpoint
CREATE INDEX "mcp_servers_changes" ON "mcp_servers" USING btree ("changed_at","did");--> statement-breakpoint
CREATE INDEX "mcp_servers_name_trgm" ON "mcp_servers" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "relay_events_idempotency" ON "relay_events" USING btree ("src_did","idempotency_key") WHERE "relay_events"."idempotency_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "relay_events_inbox" ON "relay_events" USING btree ("dst_did","inbox_seq") WHERE "relay_events"."inbox_seq" is not null;--> statement-breakpoint
CREATE INDEX "relay_events_routings" ON "relay_events" USING btree ("received_at" DESC NULLS FIRST) WHERE "relay_events"."record" = 'routing';--> statement-breakpoint
CREATE INDEX "relay_usage_day" ON "relay_usage" USING btree ("day");--> statement-breakpoint
CREATE INDEX "reports_waiting" ON "reports" USING btree ("id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "reports_decided_at" ON "reports" USING btree ("decided_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "reports_with_email" ON "reports" USING btree ("decided_at") WHERE email <> '';--> statement-breakpoint
CREATE INDEX "rfc_reviews_newest" ON "rfc_reviews" USING btree ("rfc","reviewer","seq" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "followed_feeds_due" ON "followed_feeds" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "source_records_source" ON "source_records" USING btree ("source_id","peer_did");--> statement-breakpoint
CREATE INDEX "sources_due" ON "sources" USING btree ("next_at") WHERE "sources"."state" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "status_outages_under_way" ON "status_outages" USING btree ("component") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "status_outages_started_at" ON "status_outages" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "trust_history_newest" ON "trust_history" USING btree ("did","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agent_skills_exact" ON "agent_skills" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "agent_skills_words" ON "agent_skills" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "agent_skills_name_trgm" ON "agent_skills" USING gin ("name" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "vector_outbox_due" ON "vector_outbox" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("webhook_id","subject","seq") WHERE "webhook_deliveries"."delivered_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_delivered_at" ON "webhook_deliveries" USING btree ("delivered_at") WHERE "webhook_deliveries"."delivered_at" is not null;--> statement-breakpoint
CREATE INDEX "webhooks_owner" ON "webhooks" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "webhooks_host" ON "webhooks" USING btree ("host");--> statement-breakpoint
CREATE INDEX "webhooks_active" ON "webhooks" USING btree ("look_at") WHERE "webhooks"."state" = 'active';--> statement-breakpoint
CREATE VIEW "public"."ledger_acts" AS (select e.seq, e.id, e.hash, p.kind, p.did as actor, p.payload ->> 'subject' as subject, p.payload -> 'details' as details, e.created_at
  from ledger_entries e join ledger_payloads p on p.log = e.log and p.seq = e.seq where e.log = 'council');