ALTER TABLE "signing_keys" ADD COLUMN "purposes" text[] DEFAULT '{"log","statement"}' NOT NULL;--> statement-breakpoint
CREATE INDEX "agents_did_hash" ON "agents" USING btree (sha256("did"::bytea));