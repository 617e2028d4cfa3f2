CREATE TABLE "replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"record" text NOT NULL,
	"did" text NOT NULL,
	"version" integer NOT NULL,
	"author" text NOT NULL,
	"owner_since" bigint NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "replies_seq_unique" UNIQUE("seq"),
	CONSTRAINT "replies_versions" UNIQUE("record","did","version"),
	CONSTRAINT "replies_record" CHECK ("replies"."record" ~ '^(incident:[1-9][0-9]*|audit:[0-9a-f-]{36})$'),
	CONSTRAINT "replies_version" CHECK ("replies"."version" between 1 and 5),
	CONSTRAINT "replies_text" CHECK ("replies"."text" <> '')
);
--> statement-breakpoint
CREATE TABLE "reply_decisions" (
	"record" text NOT NULL,
	"did" text NOT NULL,
	"seq" bigint NOT NULL,
	"decision" text NOT NULL,
	"decided_by" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reply_decisions_record_did_pk" PRIMARY KEY("record","did"),
	CONSTRAINT "reply_decisions_seq_unique" UNIQUE("seq"),
	CONSTRAINT "reply_decisions_record" CHECK ("reply_decisions"."record" ~ '^(incident:[1-9][0-9]*|audit:[0-9a-f-]{36})$'),
	CONSTRAINT "reply_decisions_decision" CHECK ("reply_decisions"."decision" in ('upheld', 'amended', 'withdrawn', 'set_aside'))
);
--> statement-breakpoint
CREATE INDEX "replies_due" ON "replies" USING btree ("due_at","seq") WHERE "replies"."version" = 1;--> statement-breakpoint
-- replies, reply_decisions: append-only. A text or a reason may become the text of a redaction.
CREATE FUNCTION replies_reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'replies and decisions do not change';
END $$;
--> statement-breakpoint
CREATE FUNCTION replies_redact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(OLD) - TG_ARGV[0] = to_jsonb(NEW) - TG_ARGV[0]
    AND is_redaction(to_jsonb(OLD) ->> TG_ARGV[0], to_jsonb(NEW) ->> TG_ARGV[0], OLD.seq) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'replies and decisions do not change';
END $$;
--> statement-breakpoint
CREATE TRIGGER replies_append_only BEFORE DELETE OR TRUNCATE ON replies
  FOR EACH STATEMENT EXECUTE FUNCTION replies_reject_change();
--> statement-breakpoint
CREATE TRIGGER replies_redact_only BEFORE UPDATE ON replies FOR EACH ROW EXECUTE FUNCTION replies_redact('text');
--> statement-breakpoint
CREATE TRIGGER reply_decisions_append_only BEFORE DELETE OR TRUNCATE ON reply_decisions
  FOR EACH STATEMENT EXECUTE FUNCTION replies_reject_change();
--> statement-breakpoint
CREATE TRIGGER reply_decisions_redact_only BEFORE UPDATE ON reply_decisions
  FOR EACH ROW EXECUTE FUNCTION replies_redact('reason');
--> statement-breakpoint
CREATE TRIGGER announce_change AFTER INSERT OR UPDATE ON replies FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
--> statement-breakpoint
CREATE TRIGGER announce_change AFTER INSERT OR UPDATE ON reply_decisions
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
