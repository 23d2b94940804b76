ALTER TABLE "listing_orders" ADD COLUMN "premium_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "listing_orders" ADD COLUMN "told_premium_ending_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "listing_orders" ADD COLUMN "told_premium_ended_at" timestamp with time zone;