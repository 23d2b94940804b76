CREATE TABLE "carried_out" (
	"key" text PRIMARY KEY NOT NULL,
	"input" text NOT NULL,
	"user_id" uuid,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "carried_out" ADD CONSTRAINT "carried_out_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "carried_out_created_at" ON "carried_out" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "carried_out_user_id" ON "carried_out" USING btree ("user_id");