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
ALTER TABLE "rfc_reviews" ADD CONSTRAINT "rfc_reviews_rfc" FOREIGN KEY ("rfc") REFERENCES "public"."rfcs"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rfcs" ADD CONSTRAINT "rfcs_superseded_by_rfcs_number_fk" FOREIGN KEY ("superseded_by") REFERENCES "public"."rfcs"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rfc_reviews_newest" ON "rfc_reviews" USING btree ("rfc","reviewer","seq" DESC NULLS FIRST);