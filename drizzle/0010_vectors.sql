CREATE TABLE "agent_skills" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agent_skills_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"did" text NOT NULL,
	"name" text NOT NULL,
	"texts" jsonb NOT NULL,
	"hash" text NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "agent_skills_did_hash" UNIQUE("did","hash")
);
--> statement-breakpoint
CREATE TABLE "vector_model" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"model" text NOT NULL,
	"dimensions" integer,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "vector_model_only" CHECK ("vector_model"."only")
);
--> statement-breakpoint
CREATE TABLE "vector_outbox" (
	"skill_id" bigint PRIMARY KEY NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"last_error" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agent_skills" ADD CONSTRAINT "agent_skills_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vector_outbox" ADD CONSTRAINT "vector_outbox_skill_id_agent_skills_id_fk" FOREIGN KEY ("skill_id") REFERENCES "public"."agent_skills"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_skills_exact" ON "agent_skills" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "agent_skills_words" ON "agent_skills" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "agent_skills_name_trgm" ON "agent_skills" USING gin ("name" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "vector_outbox_due" ON "vector_outbox" USING btree ("due_at");