CREATE TABLE "event_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"day" date NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"title" text,
	"location" text,
	"is_cancelled" boolean DEFAULT false NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_suggestions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'unconfirmed' NOT NULL,
	"sender_name" text NOT NULL,
	"sender_email" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"location" text NOT NULL,
	"category" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"all_day" boolean DEFAULT false NOT NULL,
	"url" text,
	"message" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"reason" text,
	"event_id" uuid
);
--> statement-breakpoint
DROP INDEX "event_occurrences_event_start";--> statement-breakpoint
ALTER TABLE "event_occurrences" ADD COLUMN "day" date;--> statement-breakpoint
ALTER TABLE "event_occurrences" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "event_occurrences" ADD COLUMN "location" text;--> statement-breakpoint
ALTER TABLE "event_occurrences" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "event_occurrences" ADD COLUMN "previous_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "skipped_days" date[] DEFAULT '{}'::date[] NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "status_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "previous_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "image_alt" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "organizer" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "contact" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "source_uid" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "event_changes" ADD CONSTRAINT "event_changes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_suggestions" ADD CONSTRAINT "event_suggestions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_suggestions" ADD CONSTRAINT "event_suggestions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_changes_event_day" ON "event_changes" USING btree ("event_id","day");--> statement-breakpoint
CREATE INDEX "event_suggestions_waiting" ON "event_suggestions" USING btree ("confirmed_at") WHERE "event_suggestions"."status" = 'waiting';--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_occurrences_event_day" ON "event_occurrences" USING btree ("event_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "events_source_uid" ON "events" USING btree ("source_uid") WHERE "events"."source_uid" is not null;--> statement-breakpoint
CREATE INDEX "event_occurrences_event_start" ON "event_occurrences" USING btree ("event_id","starts_at");