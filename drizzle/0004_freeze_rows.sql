-- A row for each switch, so that a write can lock it, and a freeze waits for the writes under way.
INSERT INTO freezes (subsystem, frozen, reason, since, actor)
VALUES ('relay', false, '', now(), 'system'), ('memory', false, '', now(), 'system')
ON CONFLICT DO NOTHING;
