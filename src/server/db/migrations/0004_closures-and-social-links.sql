ALTER TABLE "businesses" ADD COLUMN "closures" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "social_links" jsonb DEFAULT '{}'::jsonb NOT NULL;