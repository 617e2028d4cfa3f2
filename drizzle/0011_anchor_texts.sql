CREATE TABLE "anchor_texts" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"did" text NOT NULL,
	"kind" text NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
DROP INDEX "ledger_payloads_did";--> statement-breakpoint
DROP INDEX "ledger_payloads_kind";--> statement-breakpoint
DROP INDEX "ledger_payloads_text";--> statement-breakpoint
CREATE INDEX "anchor_texts_did" ON "anchor_texts" USING btree ("did","seq");--> statement-breakpoint
CREATE INDEX "anchor_texts_kind" ON "anchor_texts" USING btree ("kind","seq");--> statement-breakpoint
CREATE INDEX "anchor_texts_words" ON "anchor_texts" USING gin ("words");