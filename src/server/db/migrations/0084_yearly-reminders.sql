ALTER TABLE "subscriptions" ADD COLUMN "dropped_price_key" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "dropped_price_cents" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "kept_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "told_renews_at" timestamp with time zone;