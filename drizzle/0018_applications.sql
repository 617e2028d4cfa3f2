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
CREATE UNIQUE INDEX "applications_open_did" ON "applications" USING btree ("did") WHERE "applications"."status" in ('pending', 'approved');--> statement-breakpoint
CREATE UNIQUE INDEX "applications_open_organisation" ON "applications" USING btree (lower("organisation")) WHERE "applications"."kind" = 'provider' and "applications"."status" in ('pending', 'approved');--> statement-breakpoint
CREATE INDEX "applications_newest" ON "applications" USING btree ("created_at" DESC NULLS FIRST,"id");