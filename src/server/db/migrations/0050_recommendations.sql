CREATE TABLE "recommendations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"status" text DEFAULT 'unconfirmed' NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"answer" text,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "recommendation_id" uuid;--> statement-breakpoint
ALTER TABLE "recommendations" ADD CONSTRAINT "recommendations_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "recommendations_one_each" ON "recommendations" USING btree ("business_id",lower("email")) WHERE "recommendations"."status" <> 'unconfirmed';--> statement-breakpoint
CREATE INDEX "recommendations_shown" ON "recommendations" USING btree ("business_id","confirmed_at") WHERE "recommendations"."status" = 'shown';--> statement-breakpoint
CREATE INDEX "recommendations_email" ON "recommendations" USING btree (lower("email"));--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_recommendation_id_recommendations_id_fk" FOREIGN KEY ("recommendation_id") REFERENCES "public"."recommendations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_recommendation_id" ON "reports" USING btree ("recommendation_id");