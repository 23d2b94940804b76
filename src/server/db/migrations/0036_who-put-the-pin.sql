ALTER TABLE "businesses" ADD COLUMN "place_by" text;--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_place_by_known" CHECK ("businesses"."place_by" in ('staff', 'owner'));