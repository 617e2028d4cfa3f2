CREATE TABLE "anchor_keys" (
	"did" text NOT NULL,
	"key" text NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "anchor_keys_did_key_pk" PRIMARY KEY("did","key")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"log" text NOT NULL,
	"seq" bigint NOT NULL,
	"id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"prev_hash" "bytea",
	"scope" text NOT NULL,
	"validation_status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"payload_commitment" "bytea" NOT NULL,
	CONSTRAINT "ledger_entries_log_seq_pk" PRIMARY KEY("log","seq"),
	CONSTRAINT "ledger_entries_id_unique" UNIQUE("id"),
	CONSTRAINT "ledger_entries_hash" UNIQUE("log","hash"),
	CONSTRAINT "ledger_entries_prev_hash" UNIQUE("log","prev_hash"),
	CONSTRAINT "ledger_entries_genesis" CHECK ("ledger_entries"."seq" >= 1 and ("ledger_entries"."seq" = 1) = ("ledger_entries"."prev_hash" is null)),
	CONSTRAINT "ledger_entries_lengths" CHECK (octet_length("ledger_entries"."hash") = 32 and octet_length("ledger_entries"."prev_hash") = 32 and octet_length("ledger_entries"."payload_commitment") = 32),
	CONSTRAINT "ledger_entries_scope" CHECK ("ledger_entries"."scope" in ('PUBLIC', 'FEDERATION', 'PRIVATE'))
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
ALTER TABLE "ledger_heads" ADD COLUMN "origin" text NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_heads" ADD COLUMN "last_hash" "bytea";--> statement-breakpoint
ALTER TABLE "ledger_heads" ADD COLUMN "subtrees" "bytea" DEFAULT ''::bytea NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_predecessor" FOREIGN KEY ("log","prev_hash") REFERENCES "public"."ledger_entries"("log","hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_public" ON "ledger_entries" USING btree ("log","seq") WHERE scope = 'PUBLIC';--> statement-breakpoint
CREATE INDEX "ledger_payloads_did" ON "ledger_payloads" USING btree ("log","did","seq");--> statement-breakpoint
CREATE INDEX "ledger_payloads_kind" ON "ledger_payloads" USING btree ("log","kind","seq");--> statement-breakpoint
CREATE INDEX "ledger_payloads_subject" ON "ledger_payloads" USING btree ((payload ->> 'subject'),"seq") WHERE log = 'council';--> statement-breakpoint
CREATE INDEX "ledger_payloads_text" ON "ledger_payloads" USING gin (jsonb_to_tsvector('simple', payload, '["string", "numeric"]')) WHERE log = 'anchors';--> statement-breakpoint
ALTER TABLE "ledger_heads" ADD CONSTRAINT "ledger_heads_origin_unique" UNIQUE("origin");--> statement-breakpoint
ALTER TABLE "ledger_heads" ADD CONSTRAINT "ledger_heads_last_hash" CHECK (("ledger_heads"."size" = 0) = ("ledger_heads"."last_hash" is null) and octet_length("ledger_heads"."last_hash") = 32);--> statement-breakpoint
ALTER TABLE "ledger_heads" ADD CONSTRAINT "ledger_heads_subtrees" CHECK (octet_length("ledger_heads"."subtrees") = 32 * bit_count("ledger_heads"."size"::bit(64)));--> statement-breakpoint
CREATE VIEW "public"."ledger_acts" AS (select e.seq, e.id, e.hash, p.kind, p.did as actor, p.payload ->> 'subject' as subject, p.payload -> 'details' as details, e.created_at
  from ledger_entries e join ledger_payloads p on p.log = e.log and p.seq = e.seq where e.log = 'council');