ALTER INDEX "agents_did_trgm" SET (fastupdate = false);--> statement-breakpoint
-- Moves the entries that were pending until now into the index.
SELECT gin_clean_pending_list('agents_did_trgm');