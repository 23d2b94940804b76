CREATE TABLE "security_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"event" text NOT NULL,
	"account" text,
	"client_address" text,
	"request_id" text,
	"method" text,
	"route" text,
	"data" jsonb
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "request_id" text;--> statement-breakpoint
CREATE INDEX "security_log_at" ON "security_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "security_log_account" ON "security_log" USING btree ("account");--> statement-breakpoint
CREATE INDEX "security_log_client_address" ON "security_log" USING btree ("client_address");