-- Acts recorded before there was a chain step aside, and the first start chains them (lib/ledger/upgrade.ts): JCS and
-- SHA-256 over it are not SQL's.
ALTER TABLE "ledger_entries" RENAME TO "ledger_unchained";
--> statement-breakpoint
DROP TRIGGER "ledger_entries_append_only" ON "ledger_unchained";
--> statement-breakpoint
ALTER TABLE "ledger_unchained"
  DROP CONSTRAINT "ledger_entries_log_ledger_heads_log_fk",
  DROP CONSTRAINT "ledger_entries_log_seq_pk",
  DROP CONSTRAINT "ledger_entries_id_unique";
--> statement-breakpoint
DROP INDEX "ledger_entries_subject";
--> statement-breakpoint
DELETE FROM "ledger_heads";
