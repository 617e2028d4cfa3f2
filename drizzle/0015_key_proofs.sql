CREATE TABLE "key_challenges" (
	"did" text PRIMARY KEY NOT NULL,
	"challenge" text NOT NULL,
	"public_key" text NOT NULL,
	"message" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "proven_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "key_proven_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "key_challenges" ADD CONSTRAINT "key_challenges_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;