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
ALTER TABLE "agents" ADD COLUMN "domains" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_domains" ADD CONSTRAINT "agent_domains_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_domains_due" ON "agent_domains" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "agent_domains_host" ON "agent_domains" USING btree ("host");--> statement-breakpoint
-- The weights have changed: a domain counts, and tenure counts less. So every score is computed again soon after the start.
UPDATE "agents" SET "trust_as_of" = "trust_as_of" - 1;
