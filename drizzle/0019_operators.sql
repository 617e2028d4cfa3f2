CREATE TABLE "operators" (
	"pseudonym" text PRIMARY KEY DEFAULT fresh_pseudonym() NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "operator" text;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "created_with" uuid;--> statement-breakpoint
-- Every operator so far could do everything. The name is that of the newest token.
INSERT INTO operators (pseudonym, name, role, created_at, created_by)
SELECT pseudonym, (array_agg(label ORDER BY created_at DESC))[1], 'owner', min(created_at),
  (array_agg(created_by ORDER BY created_at))[1]
FROM credentials WHERE kind = 'operator' GROUP BY pseudonym;
--> statement-breakpoint
UPDATE credentials SET operator = pseudonym WHERE kind = 'operator';
--> statement-breakpoint
CREATE OR REPLACE FUNCTION fresh_pseudonym() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  fresh text;
BEGIN
  LOOP
    fresh := translate(left(md5(gen_random_uuid()::text), 8), '0123456789', 'ghijklmnop');
    IF NOT EXISTS (SELECT FROM operators WHERE pseudonym = fresh) THEN
      RETURN fresh;
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public_actor(actor text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(CASE WHEN actor ~ '^operator:[0-9a-f]{8}-[0-9a-f-]{27}$'
    THEN (SELECT 'operator:' || operator FROM credentials WHERE id = substr(actor, 10)::uuid) END, actor)
$$;
--> statement-breakpoint
-- A process of version 0.3.0 issues and rotates operators' tokens without naming the operator.
CREATE FUNCTION credentials_of_operators() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT operator, role INTO NEW.operator, NEW.role FROM credentials WHERE replaced_by = NEW.id;
  IF NEW.operator IS NULL THEN
    INSERT INTO operators (name, role, created_at, created_by) VALUES (NEW.label, 'owner', NEW.created_at, NEW.created_by)
    RETURNING pseudonym INTO NEW.operator;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER credentials_of_operators BEFORE INSERT ON credentials FOR EACH ROW
WHEN (NEW.kind = 'operator' AND NEW.operator IS NULL) EXECUTE FUNCTION credentials_of_operators();
--> statement-breakpoint
DROP INDEX "credentials_pseudonym";--> statement-breakpoint
ALTER TABLE "credentials" DROP COLUMN "pseudonym";--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_operator_operators_pseudonym_fk" FOREIGN KEY ("operator") REFERENCES "public"."operators"("pseudonym") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credentials_operator_idx" ON "credentials" USING btree ("operator") WHERE "credentials"."operator" is not null;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_operator" CHECK (("credentials"."kind" = 'operator') = ("credentials"."operator" is not null));
--> statement-breakpoint
CREATE TABLE "readings" (
	"subject" text NOT NULL,
	"operator" text NOT NULL,
	"day" date NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "readings_subject_operator_day_pk" PRIMARY KEY("subject","operator","day")
);
