CREATE TABLE "staff_filters" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"filters" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_filters" ADD CONSTRAINT "staff_filters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;