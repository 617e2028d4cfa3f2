CREATE TABLE "work_items" (
	"queue" text NOT NULL,
	"item" text NOT NULL,
	"assignee" text,
	"note" text DEFAULT '' NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "work_items_queue_item_pk" PRIMARY KEY("queue","item"),
	CONSTRAINT "work_items_queue" CHECK ("work_items"."queue" in ('application', 'report', 'incident', 'reply', 'source', 'freeze'))
);
--> statement-breakpoint
ALTER TABLE "work_items" ADD CONSTRAINT "work_items_assignee_operators_pseudonym_fk" FOREIGN KEY ("assignee") REFERENCES "public"."operators"("pseudonym") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_items" ADD CONSTRAINT "work_items_changed_by_operators_pseudonym_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."operators"("pseudonym") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_items_assignee" ON "work_items" USING btree ("assignee") WHERE "work_items"."assignee" is not null;--> statement-breakpoint
CREATE INDEX "applications_waiting" ON "applications" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "incidents_unconfirmed" ON "incidents" USING btree ("created_at") WHERE confirmed_at is null and not unfounded and status <> 'EXPORTED';