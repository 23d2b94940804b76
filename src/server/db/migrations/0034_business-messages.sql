CREATE TABLE "business_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"answer" text,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "takes_messages" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "business_messages" ADD CONSTRAINT "business_messages_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "business_messages_business_id" ON "business_messages" USING btree ("business_id","id");--> statement-breakpoint
CREATE INDEX "business_messages_new" ON "business_messages" USING btree ("business_id") WHERE "business_messages"."read_at" is null;--> statement-breakpoint
CREATE INDEX "business_messages_email" ON "business_messages" USING btree (lower("email"));