CREATE TABLE "skill_meanings" (
	"skill_id" bigint PRIMARY KEY NOT NULL,
	"packed" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "vector_model" ADD COLUMN "next_model" text;--> statement-breakpoint
ALTER TABLE "vector_model" ADD COLUMN "next_dimensions" integer;--> statement-breakpoint
ALTER TABLE "skill_meanings" ADD CONSTRAINT "skill_meanings_skill_id_agent_skills_id_fk" FOREIGN KEY ("skill_id") REFERENCES "public"."agent_skills"("id") ON DELETE cascade ON UPDATE no action;