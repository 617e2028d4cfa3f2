-- Every change of an agent's tier or score, whoever makes it, with the reason that stands in the row.
CREATE FUNCTION trust_history_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO trust_history (did, at, as_of, score, tier, reason)
  VALUES (NEW.did, NEW.assessed_at, NEW.trust_as_of, NEW.trust_score, NEW.trust_tier, NEW.assessed_because);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER trust_history_insert AFTER INSERT ON agents
  FOR EACH ROW EXECUTE FUNCTION trust_history_record();
--> statement-breakpoint
CREATE TRIGGER trust_history_update AFTER UPDATE OF trust_score, trust_tier ON agents FOR EACH ROW
  WHEN ((OLD.trust_score, OLD.trust_tier) IS DISTINCT FROM (NEW.trust_score, NEW.trust_tier))
  EXECUTE FUNCTION trust_history_record();
--> statement-breakpoint
-- Those who were members before begin with what they stand at.
INSERT INTO trust_history (did, at, as_of, score, tier, reason)
SELECT did, assessed_at, trust_as_of, trust_score, trust_tier, assessed_because FROM agents ORDER BY registered_at, did;
