DROP INDEX "applications_open_did";--> statement-breakpoint
DROP INDEX "applications_open_organisation";--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "owner_kind" text;--> statement-breakpoint
UPDATE "agents" SET "owner_kind" = case
  when "organisation" is not null then 'organisation'
  when exists (select from "credentials" where "credentials"."did" = "agents"."did") then 'agent'
  else 'operator'
end;--> statement-breakpoint
ALTER TABLE "agents" ALTER COLUMN "owner_kind" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "credentials_did" ON "credentials" USING btree ("did") WHERE "credentials"."did" is not null;--> statement-breakpoint
CREATE INDEX "agents_organisation" ON "agents" USING btree ("organisation") WHERE "agents"."organisation" is not null;--> statement-breakpoint
CREATE INDEX "applications_did" ON "applications" USING btree ("did") WHERE "applications"."did" is not null;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_idempotency" UNIQUE("created_by","idempotency_key");--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_owner_kind" CHECK ("agents"."owner_kind" in ('agent', 'organisation', 'operator'));--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_owner" CHECK (("agents"."owner_kind" = 'organisation') = ("agents"."organisation" is not null));