ALTER TABLE "agents" ADD COLUMN "claim_proof" text;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "claim_check" jsonb;