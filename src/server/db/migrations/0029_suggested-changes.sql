CREATE TABLE "corrections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"field" text NOT NULL,
	"right" text NOT NULL,
	"source" text NOT NULL,
	"email" text,
	"status" text DEFAULT 'waiting' NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by_id" uuid
);
--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "corrections_waiting" ON "corrections" USING btree ("created_at") WHERE "corrections"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "corrections_business_id" ON "corrections" USING btree ("business_id");