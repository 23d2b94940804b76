-- NOT VALID: new rows are checked at once, and the lock is not held while the stored ones are read.
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_change_never_shown" CHECK ("announcements"."changes_id" is null or "announcements"."status" <> 'shown') NOT VALID;--> statement-breakpoint
ALTER TABLE "event_suggestions" ADD CONSTRAINT "event_suggestions_change_makes_no_event" CHECK ("event_suggestions"."changes_event_id" is null or "event_suggestions"."event_id" is null or "event_suggestions"."event_id" = "event_suggestions"."changes_event_id") NOT VALID;
