CREATE TABLE "key_uses" (
	"kid" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "last_size" jsonb;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "sealed_with" text;--> statement-breakpoint
ALTER TABLE "key_uses" ADD CONSTRAINT "key_uses_kid_signing_keys_kid_fk" FOREIGN KEY ("kid") REFERENCES "public"."signing_keys"("kid") ON DELETE cascade ON UPDATE no action;