CREATE TABLE "saved_reasons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"about" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_reasons_text" UNIQUE("about","text")
);
--> statement-breakpoint
ALTER TABLE "staff_acts" ADD COLUMN "group_id" uuid;--> statement-breakpoint
CREATE INDEX "staff_acts_group" ON "staff_acts" USING btree ("group_id") WHERE "staff_acts"."group_id" is not null;