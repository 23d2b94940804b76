CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"author_id" uuid,
	"text" text NOT NULL,
	"url" text,
	"until" date NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "posting" text DEFAULT 'first' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_suggestions" ADD COLUMN "business_id" uuid;--> statement-breakpoint
ALTER TABLE "event_suggestions" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_business_id" ON "announcements" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX "announcements_waiting" ON "announcements" USING btree ("created_at") WHERE "announcements"."status" = 'waiting';--> statement-breakpoint
ALTER TABLE "event_suggestions" ADD CONSTRAINT "event_suggestions_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_suggestions" ADD CONSTRAINT "event_suggestions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "event_suggestions_business_id" ON "event_suggestions" USING btree ("business_id") WHERE "event_suggestions"."business_id" is not null;