ALTER TABLE "announcements" ADD COLUMN "changes_id" uuid;--> statement-breakpoint
ALTER TABLE "event_suggestions" ADD COLUMN "changes_event_id" uuid;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_changes_id_announcements_id_fk" FOREIGN KEY ("changes_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_suggestions" ADD CONSTRAINT "event_suggestions_changes_event_id_events_id_fk" FOREIGN KEY ("changes_event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "announcements_changes_id" ON "announcements" USING btree ("changes_id") WHERE "announcements"."changes_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "event_suggestions_changes_event_id" ON "event_suggestions" USING btree ("changes_event_id") WHERE "event_suggestions"."changes_event_id" is not null;