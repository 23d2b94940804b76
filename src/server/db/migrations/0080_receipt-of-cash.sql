ALTER TABLE "money_acts" ADD COLUMN "receipt" text;--> statement-breakpoint
-- Those that are booked already get theirs in the order in which they were booked.
UPDATE "money_acts" SET "receipt" = "year" || '-' || lpad("place"::text, greatest(4, length("place"::text)), '0') FROM (
  SELECT "id" AS "of", to_char("created_at" AT TIME ZONE 'UTC', 'YYYY') AS "year",
    row_number() OVER (PARTITION BY to_char("created_at" AT TIME ZONE 'UTC', 'YYYY') ORDER BY "created_at", "id") AS "place"
  FROM "money_acts" WHERE "kind" = 'cash'
) "booked" WHERE "id" = "of";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "money_acts_receipt" ON "money_acts" USING btree ("receipt");
