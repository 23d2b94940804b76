ALTER TABLE "money_acts" ADD COLUMN "plan_id" uuid;--> statement-breakpoint
ALTER TABLE "money_acts" ADD COLUMN "was" jsonb;--> statement-breakpoint
ALTER TABLE "money_acts" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "money_acts" ADD CONSTRAINT "money_acts_plan_id_money_acts_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."money_acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "money_acts_plan_id" ON "money_acts" USING btree ("plan_id") WHERE "money_acts"."plan_id" is not null;--> statement-breakpoint
ALTER TABLE "money_acts" ADD CONSTRAINT "money_acts_of_plan" CHECK (("money_acts"."kind" in ('cash-back', 'cash-missing', 'correction')) = ("money_acts"."plan_id" is not null));--> statement-breakpoint
-- Until now the audit log alone had the reason of an end. Both were written in one transaction.
UPDATE "money_acts" SET "end_reason" = "audit_log"."data" ->> 'reason' FROM "audit_log"
  WHERE "money_acts"."ended_at" IS NOT NULL AND "audit_log"."action" = 'billing.plan-ended'
    AND "audit_log"."subject_id" = "money_acts"."user_id"::text
    AND abs(extract(epoch FROM "audit_log"."at" - "money_acts"."ended_at")) < 10;
