ALTER TABLE "claims" ADD COLUMN "handed_over_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "handed_over_by" text;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "successor_id" uuid;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "paid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "told_days_left" integer;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "succeeds_id" uuid;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_successor_id_users_id_fk" FOREIGN KEY ("successor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_succeeds_id_claims_id_fk" FOREIGN KEY ("succeeds_id") REFERENCES "public"."claims"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "claims_successor_id" ON "claims" USING btree ("successor_id");