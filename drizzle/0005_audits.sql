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
CREATE INDEX "audits_newest" ON "audits" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "audits_did_newest" ON "audits" USING btree ("did","created_at" DESC NULLS FIRST,"id");