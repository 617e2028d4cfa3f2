CREATE TABLE "digests" (
	"recipient" text PRIMARY KEY NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	"critical" text[] DEFAULT '{}' NOT NULL,
	"critical_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"lease" uuid,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "operator_emails" (
	"operator" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"every" text NOT NULL,
	"proven_at" timestamp (3) with time zone,
	"code_hash" text,
	"code_expires_at" timestamp (3) with time zone,
	"code_tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "operator_emails_every" CHECK ("operator_emails"."every" in ('hour', 'day'))
);
--> statement-breakpoint
CREATE TABLE "seconded_acts" (
	"act" text NOT NULL,
	"subject" text NOT NULL,
	"operator" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "seconded_acts_act_subject_pk" PRIMARY KEY("act","subject"),
	CONSTRAINT "seconded_acts_act" CHECK ("seconded_acts"."act" in ('t4', 'erasure'))
);
--> statement-breakpoint
ALTER TABLE "work_items" DROP CONSTRAINT "work_items_queue";--> statement-breakpoint
ALTER TABLE "operator_emails" ADD CONSTRAINT "operator_emails_operator_operators_pseudonym_fk" FOREIGN KEY ("operator") REFERENCES "public"."operators"("pseudonym") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seconded_acts" ADD CONSTRAINT "seconded_acts_operator_operators_pseudonym_fk" FOREIGN KEY ("operator") REFERENCES "public"."operators"("pseudonym") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_items" ADD CONSTRAINT "work_items_queue" CHECK ("work_items"."queue" in ('application', 'report', 'incident', 'reply', 'source', 'freeze', 'second'));