CREATE TABLE "log_cosignatures" (
	"log" text NOT NULL,
	"witness" text NOT NULL,
	"size" bigint NOT NULL,
	"note" text NOT NULL,
	"line" text NOT NULL,
	"cosigned_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "log_cosignatures_log_witness_size_pk" PRIMARY KEY("log","witness","size")
);
--> statement-breakpoint
CREATE TABLE "offered_checkpoints" (
	"log" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"note" text NOT NULL,
	"offered_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "witnessed_logs" (
	"origin" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"root" "bytea" NOT NULL,
	"note" text,
	CONSTRAINT "witnessed_logs_root" CHECK (octet_length("witnessed_logs"."root") = 32)
);
--> statement-breakpoint
CREATE TABLE "witnesses" (
	"witness" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"troubles" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"lease" uuid,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE ON "log_cosignatures"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
--> statement-breakpoint
-- Not for each lease, which no page shows.
CREATE TRIGGER announce_change AFTER UPDATE ON "witnesses" FOR EACH ROW
  WHEN (OLD.troubles IS DISTINCT FROM NEW.troubles) EXECUTE FUNCTION announce_change();
