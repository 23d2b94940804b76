CREATE TABLE "billing_customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"stripe_customer_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "billing_customers_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "billing_customers_stripeCustomerId_unique" UNIQUE("stripe_customer_id")
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid,
	"user_id" uuid,
	"plan" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"session_id" text,
	"session_url" text,
	"expires_at" timestamp with time zone NOT NULL,
	"subscription_id" text,
	"evidence_note" text DEFAULT '' NOT NULL,
	"evidence_phone" text DEFAULT '' NOT NULL,
	"document_path" text,
	"document_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by_id" uuid,
	"decided_by" text,
	"reason" text DEFAULT '' NOT NULL,
	"cancelled_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "claims_sessionId_unique" UNIQUE("session_id"),
	CONSTRAINT "claims_subscriptionId_unique" UNIQUE("subscription_id"),
	CONSTRAINT "claims_plan_known" CHECK ("claims"."plan" in ('standard', 'premium'))
);
--> statement-breakpoint
CREATE TABLE "listing_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_intent_id" text,
	"plan" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"email" text,
	"business_name" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"business_id" uuid,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"confirmation_sent_at" timestamp with time zone,
	"receipt_sent_at" timestamp with time zone,
	"handled_at" timestamp with time zone,
	"handled_by_id" uuid,
	"refunded_at" timestamp with time zone,
	"disputed_at" timestamp with time zone,
	"staff_note" text DEFAULT '' NOT NULL,
	"synced_at" timestamp with time zone,
	CONSTRAINT "listing_orders_paymentIntentId_unique" UNIQUE("payment_intent_id"),
	CONSTRAINT "listing_orders_plan_known" CHECK ("listing_orders"."plan" in ('standard', 'premium'))
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"created" timestamp with time zone NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" text NOT NULL,
	"related" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_caught_up" boolean DEFAULT false NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "upgrade_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"interval" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"session_id" text,
	"session_url" text,
	"expires_at" timestamp with time zone NOT NULL,
	"subscription_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "upgrade_sessions_sessionId_unique" UNIQUE("session_id")
);
--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "subscriptions" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "claim_id" uuid;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "price_key" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "dispute_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "dispute_status" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "latest_invoice_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_attempt_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "told_unpaid_invoice_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "told_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "told_ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_orders" ADD CONSTRAINT "listing_orders_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_orders" ADD CONSTRAINT "listing_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_orders" ADD CONSTRAINT "listing_orders_handled_by_id_users_id_fk" FOREIGN KEY ("handled_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrade_sessions" ADD CONSTRAINT "upgrade_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claims_business_id" ON "claims" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX "claims_user_id" ON "claims" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "claims_open" ON "claims" USING btree ("status","created_at") WHERE "claims"."status" in ('pending', 'in_review');--> statement-breakpoint
CREATE UNIQUE INDEX "claims_one_open" ON "claims" USING btree ("user_id","business_id") WHERE "claims"."status" in ('pending', 'in_review');--> statement-breakpoint
CREATE INDEX "listing_orders_status" ON "listing_orders" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "stripe_events_created" ON "stripe_events" USING btree ("created");--> statement-breakpoint
CREATE INDEX "stripe_events_unprocessed" ON "stripe_events" USING btree ("received_at") WHERE "stripe_events"."processed_at" is null;--> statement-breakpoint
CREATE INDEX "upgrade_sessions_user_id" ON "upgrade_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "upgrade_sessions_one_open" ON "upgrade_sessions" USING btree ("user_id") WHERE "upgrade_sessions"."status" = 'open';--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriptions_synced_at" ON "subscriptions" USING btree ("synced_at");