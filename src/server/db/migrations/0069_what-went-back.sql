ALTER TABLE "listing_orders" ADD COLUMN "refunds" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "listing_orders" SET "refunds" = jsonb_build_array(jsonb_build_object(
  'id', "id"::text,
  'at', to_char("refunded_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'cents', "amount_cents"
)) WHERE "refunded_at" IS NOT NULL;
