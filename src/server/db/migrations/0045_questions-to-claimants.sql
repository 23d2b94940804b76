ALTER TABLE "claims" ADD COLUMN "question" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "replied_at" timestamp with time zone;