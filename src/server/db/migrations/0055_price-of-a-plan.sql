ALTER TABLE "subscriptions" ADD COLUMN "price_cents" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_price_cents" integer;--> statement-breakpoint
ALTER TABLE "upgrade_sessions" ADD COLUMN "amount_cents" integer;--> statement-breakpoint
-- Until now each plan had the one price of its key.
UPDATE "subscriptions" SET
  "price_cents" = CASE "price_key" WHEN 'claim_standard_month' THEN 2500 WHEN 'claim_premium_month' THEN 5000 WHEN 'owner_premium_month' THEN 2900 WHEN 'owner_premium_year' THEN 29000 END,
  "next_price_cents" = CASE "next_price_key" WHEN 'owner_premium_month' THEN 2900 WHEN 'owner_premium_year' THEN 29000 END;
