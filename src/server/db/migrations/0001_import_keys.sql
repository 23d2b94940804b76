DROP INDEX "businesses_phone";--> statement-breakpoint
DROP INDEX "businesses_source_key";--> statement-breakpoint
DROP INDEX "businesses_name_key";--> statement-breakpoint
CREATE INDEX "businesses_address_key" ON "businesses" USING btree ("address_key");--> statement-breakpoint
CREATE INDEX "businesses_phone_digits" ON "businesses" USING btree (right(regexp_replace("phone", '\D', '', 'g'), 10)) WHERE "businesses"."phone" is not null;--> statement-breakpoint
CREATE INDEX "businesses_source_key" ON "businesses" USING btree ("source","source_id") WHERE "businesses"."source_id" is not null;--> statement-breakpoint
CREATE INDEX "businesses_name_key" ON "businesses" USING btree ("name_key","address_key" text_pattern_ops);