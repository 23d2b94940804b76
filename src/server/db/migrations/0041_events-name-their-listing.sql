ALTER TABLE "events" ADD COLUMN "business_id" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_business" ON "events" USING btree ("business_id") WHERE "events"."business_id" is not null;