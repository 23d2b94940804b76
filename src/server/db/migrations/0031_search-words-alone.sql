DROP INDEX "search_docs_slice_words";--> statement-breakpoint
DROP INDEX "search_docs_premium_place";--> statement-breakpoint
DROP INDEX "search_docs_premium_category_place";--> statement-breakpoint
CREATE INDEX "search_docs_words" ON "search_docs" USING gin ("words") WITH (fastupdate=true,gin_pending_list_limit=256);