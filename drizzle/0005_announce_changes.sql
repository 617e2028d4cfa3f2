-- Tables that public reads are made from: each transaction that writes one notifies its name, once, when it commits.
CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  announced text;
BEGIN
  FOREACH announced IN ARRAY ARRAY['agent_counts', 'agents', 'audits', 'freezes', 'incident_agents', 'incident_events',
    'incident_exports', 'incidents', 'ledger_entries', 'ledger_heads', 'ledger_nodes', 'ledger_payloads', 'relay_counts',
    'relay_events', 'relay_traces', 'rfc_reviews', 'rfcs', 'signing_keys', 'trust_history']
  LOOP
    EXECUTE format('CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION announce_change()', announced);
  END LOOP;
END $$;
