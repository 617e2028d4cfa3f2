CREATE TABLE "trust_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trust_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"did" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"as_of" date NOT NULL,
	"score" numeric(4, 1) NOT NULL,
	"tier" text NOT NULL,
	"reason" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "assessed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "assessed_because" jsonb DEFAULT '{"kind":"recorded"}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "trust_history" ADD CONSTRAINT "trust_history_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trust_history_newest" ON "trust_history" USING btree ("did","id" DESC NULLS FIRST);