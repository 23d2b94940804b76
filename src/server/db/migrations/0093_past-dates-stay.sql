ALTER TABLE "event_occurrences" ADD COLUMN "all_day" boolean;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "former_times" jsonb DEFAULT '[]'::jsonb NOT NULL;