-- Sessions that began before they had an end of their own: 90 days in all, for staff 7 days and 12 idle hours.
UPDATE "sessions" SET "expires_at" = least("sessions"."expires_at", "sessions"."created_at" + interval '90 days')
FROM "users" WHERE "users"."id" = "sessions"."user_id" AND "users"."role" = 'owner';--> statement-breakpoint
UPDATE "sessions" SET "expires_at" = least("sessions"."expires_at", "sessions"."created_at" + interval '7 days', "sessions"."last_used_at" + interval '12 hours')
FROM "users" WHERE "users"."id" = "sessions"."user_id" AND "users"."role" = 'staff';
