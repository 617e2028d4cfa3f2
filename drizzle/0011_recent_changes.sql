-- What committed transactions changed, for the cache of public reads and the index of agents. docs/decisions/reads.md
CREATE TABLE "recent_changes" (
	"xid" bigint NOT NULL,
	"name" text NOT NULL,
	"did" text DEFAULT '' NOT NULL,
	CONSTRAINT "recent_changes_xid_name_did_pk" PRIMARY KEY("xid","name","did")
);
--> statement-breakpoint
-- All rows before this one were deleted, see `forgetChanges`.
INSERT INTO "recent_changes" ("xid", "name") VALUES (0, '');
--> statement-breakpoint
-- Rows of one transaction have its id, so no writer waits for another one. A notification would do that: transactions
-- that notify commit one after the other. Only sessions of 0.3.0, and psql, still send one for processes of 0.3.0.
CREATE OR REPLACE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO recent_changes (xid, name) VALUES (pg_current_xact_id()::text::bigint, TG_TABLE_NAME)
  ON CONFLICT DO NOTHING;
  IF current_setting('application_name') <> 'federation-governance' THEN
    PERFORM pg_notify('changes', TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION agent_changes_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO recent_changes (xid, name, did)
  VALUES (pg_current_xact_id()::text::bigint, 'agents', coalesce(NEW.did, OLD.did)) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TABLE "agent_changes";
--> statement-breakpoint
-- The change feed: the process that wrote a change then lets it be numbered.
CREATE TRIGGER announce_recorded AFTER INSERT ON "changes" FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
