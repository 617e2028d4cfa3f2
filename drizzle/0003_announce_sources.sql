-- Pages of listed records name the list that a record was copied from. Only a new or removed source changes that.
CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR TRUNCATE ON "sources"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
--> statement-breakpoint
CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR TRUNCATE ON "source_records"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
