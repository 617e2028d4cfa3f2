-- A suspension and its end change neither score nor tier, but belong to how an agent stood.
DROP TRIGGER trust_history_update ON agents;
--> statement-breakpoint
CREATE TRIGGER trust_history_update AFTER UPDATE OF trust_score, trust_tier, status ON agents FOR EACH ROW
  WHEN ((OLD.trust_score, OLD.trust_tier, OLD.status = 'suspended') IS DISTINCT FROM (NEW.trust_score, NEW.trust_tier, NEW.status = 'suspended'))
  EXECUTE FUNCTION trust_history_record();
