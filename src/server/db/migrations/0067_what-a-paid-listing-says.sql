ALTER TABLE "listing_orders" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "listing_orders" ADD COLUMN "details_sent_at" timestamp with time zone;