CREATE TABLE "pending_money_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"subscription_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"cents" integer,
	"percent_off" integer,
	"months" integer,
	"reason" text NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failure" text,
	"refused_at" timestamp with time zone,
	CONSTRAINT "pending_money_acts_amount" CHECK (("pending_money_acts"."kind" = 'credit') = ("pending_money_acts"."cents" is not null))
);
--> statement-breakpoint
ALTER TABLE "money_acts" ADD COLUMN "actor_kind" text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "actor_kind" text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_money_acts" ADD CONSTRAINT "pending_money_acts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_money_acts" ADD CONSTRAINT "pending_money_acts_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_money_acts_subscription_id" ON "pending_money_acts" USING btree ("subscription_id");--> statement-breakpoint
-- Until now rows without an account did not say why. Their actions tell: the rest are of accounts that are deleted.
UPDATE "audit_log" SET "actor_kind" = CASE
  WHEN "action" IN ('account.made-staff', 'account.factors-removed', 'user.removed-from-staff', 'sample-content.removed') THEN 'operator'
  WHEN "action" LIKE 'event%' OR "action" = 'business.invitation-declined' THEN 'link'
  ELSE 'site' END
WHERE "actor_id" IS NULL AND ("action" IN ('account.made-staff', 'account.factors-removed', 'user.removed-from-staff',
  'sample-content.removed', 'event.canceled-by-sender', 'event.taken-out', 'event-suggestion.changed',
  'event-suggestion.put-away', 'event-suggestion.withdrawn', 'event-suggestion.canceled', 'event-suggestion.taken-out',
  'business.invitation-declined', 'article.went-live', 'newsletter.started', 'newsletter.paused-by-failures',
  'subscriber.suppressed', 'claim.expired', 'claim.superseded', 'claim.lapsed', 'claim.ending', 'claim.resumed',
  'claim.ended', 'claim.simplified')
  OR ("action" = 'claim.approved' AND "data" ->> 'by' = 'domain')
  OR ("action" = 'claim.rejected' AND "data" ->> 'reason' LIKE 'The payment page did not match your claim.%')
  OR ("action" = 'user.email-change-stopped' AND "data" ->> 'by' IN ('lapsed', 'banned', 'taken')));
