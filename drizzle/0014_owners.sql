-- Sessions are those of owners, too.
ALTER TABLE "console_sessions" RENAME TO "sessions";--> statement-breakpoint
ALTER TABLE "sessions" RENAME CONSTRAINT "console_sessions_pkey" TO "sessions_pkey";--> statement-breakpoint
ALTER TABLE "sessions" RENAME CONSTRAINT "console_sessions_secret_hash_unique" TO "sessions_secret_hash_unique";--> statement-breakpoint
ALTER INDEX "console_sessions_token_hash" RENAME TO "sessions_token_hash";--> statement-breakpoint
DROP INDEX "agents_order";--> statement-breakpoint
DROP INDEX "agents_zone_order";--> statement-breakpoint
DROP INDEX "agents_tier_order";--> statement-breakpoint
DROP INDEX "agents_role_order";--> statement-breakpoint
DROP INDEX "agents_model_order";--> statement-breakpoint
DROP INDEX "agents_name_order";--> statement-breakpoint
DROP INDEX "agents_newest_order";--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "deprecated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "successor" text;--> statement-breakpoint
CREATE INDEX "ledger_payloads_actor" ON "ledger_payloads" USING btree ("did","seq") WHERE log = 'council';--> statement-breakpoint
CREATE INDEX "agents_order" ON "agents" USING btree ("trust_score" DESC NULLS FIRST,"did","status");--> statement-breakpoint
CREATE INDEX "agents_zone_order" ON "agents" USING btree ("zone","trust_score" DESC NULLS FIRST,"did","status");--> statement-breakpoint
CREATE INDEX "agents_tier_order" ON "agents" USING btree ("trust_tier","trust_score" DESC NULLS FIRST,"did","status");--> statement-breakpoint
CREATE INDEX "agents_role_order" ON "agents" USING btree ("role","trust_score" DESC NULLS FIRST,"did","status");--> statement-breakpoint
CREATE INDEX "agents_model_order" ON "agents" USING btree ("model","trust_score" DESC NULLS FIRST,"did","status") WHERE "agents"."model_given";--> statement-breakpoint
CREATE INDEX "agents_name_order" ON "agents" USING btree ("name","did","status");--> statement-breakpoint
CREATE INDEX "agents_newest_order" ON "agents" USING btree ("registered_at" DESC NULLS FIRST,"did","status");--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_withdrawn" CHECK ("agents"."status" <> 'withdrawn' or "agents"."withdrawn_at" is not null);--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_successor" CHECK ("agents"."successor" is null or ("agents"."deprecated_at" is not null and "agents"."successor" <> "agents"."did"));
