CREATE TABLE "smoke_probe" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
