CREATE TABLE "money_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"subscription_id" text,
	"cents" integer,
	"percent_off" integer,
	"months" integer,
	"reason" text NOT NULL,
	"received_on" text,
	"reference" text,
	"ends_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"told_ending_at" timestamp with time zone,
	"told_ended_at" timestamp with time zone,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "money_acts_plan_ends" CHECK ("money_acts"."kind" not in ('complimentary', 'cash') or "money_acts"."ends_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "money_acts" ADD CONSTRAINT "money_acts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_acts" ADD CONSTRAINT "money_acts_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "money_acts_user_id" ON "money_acts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "money_acts_plans" ON "money_acts" USING btree ("ends_at") WHERE "money_acts"."ends_at" is not null and "money_acts"."ended_at" is null;