ALTER TABLE "money_acts" ADD COLUMN "for_businesses" jsonb;--> statement-breakpoint
-- Until now a bill named what the person owned on the day of reading. The audit log tells what has come to them since it was booked.
UPDATE "money_acts" SET "for_businesses" = (
  SELECT coalesce(jsonb_agg("businesses"."name" ORDER BY "businesses"."name"), '[]'::jsonb) FROM "businesses"
    WHERE "businesses"."owner_id" = "money_acts"."user_id" AND "businesses"."status" IN ('approved', 'hidden')
      AND "businesses"."created_at" <= "money_acts"."created_at"
      AND NOT EXISTS (SELECT 1 FROM "audit_log" WHERE "audit_log"."subject_type" = 'business'
        AND "audit_log"."subject_id" = "businesses"."id"::text AND "audit_log"."at" > "money_acts"."created_at"
        AND "audit_log"."data" -> 'ownerId' ->> 1 = "money_acts"."user_id"::text)
) WHERE "kind" = 'cash';
