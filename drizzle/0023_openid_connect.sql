CREATE TABLE "operator_identities" (
	"identity_hash" text PRIMARY KEY NOT NULL,
	"operator" text NOT NULL,
	"role" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "token_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "identity_hash" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "state_hash" text;--> statement-breakpoint
ALTER TABLE "operator_identities" ADD CONSTRAINT "operator_identities_operator_operators_pseudonym_fk" FOREIGN KEY ("operator") REFERENCES "public"."operators"("pseudonym") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_identity_hash_operator_identities_identity_hash_fk" FOREIGN KEY ("identity_hash") REFERENCES "public"."operator_identities"("identity_hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_state_hash_unique" UNIQUE("state_hash");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_owner" CHECK (("sessions"."token_hash" is null) = ("sessions"."identity_hash" is not null));