CREATE TABLE "mcp_servers" (
	"did" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"server" json NOT NULL,
	"official" json,
	"origin" text NOT NULL,
	"listed" boolean NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mcp_servers_origin" CHECK ("mcp_servers"."origin" in ('import', 'record'))
);
--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD CONSTRAINT "mcp_servers_did_agents_did_fk" FOREIGN KEY ("did") REFERENCES "public"."agents"("did") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mcp_servers_name_order" ON "mcp_servers" USING btree (lower("name"),"did");--> statement-breakpoint
CREATE INDEX "mcp_servers_changes" ON "mcp_servers" USING btree ("changed_at","did");--> statement-breakpoint
CREATE INDEX "mcp_servers_name_trgm" ON "mcp_servers" USING gin ("name" gin_trgm_ops);