CREATE TABLE "freezes" (
	"subsystem" text PRIMARY KEY NOT NULL,
	"frozen" boolean NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL
);
