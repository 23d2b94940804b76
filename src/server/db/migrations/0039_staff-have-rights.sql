ALTER TABLE "users" ADD COLUMN "rights" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "users" SET "rights" = '{administrator}' WHERE "role" = 'staff';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_rights_known" CHECK ("users"."rights" <@ array['editor', 'moderator', 'treasurer', 'administrator']);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_rights_fit" CHECK (("users"."role" = 'staff') = (cardinality("users"."rights") > 0));