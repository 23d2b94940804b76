CREATE TABLE "imported_rows" (
	"hash" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"version" integer NOT NULL
);
