CREATE INDEX CONCURRENTLY "listing_orders_business_id" ON "listing_orders" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "import_changes_business_id" ON "import_changes" USING btree ("business_id","run_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "reports_business_id" ON "reports" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_managers" ON "audit_log" USING gin (("data" -> 'managers')) WHERE "audit_log"."data" ? 'managers';