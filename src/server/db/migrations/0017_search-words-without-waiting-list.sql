DROP INDEX "search_words_similar";--> statement-breakpoint
DROP INDEX "search_words_similar_frequent";--> statement-breakpoint
CREATE INDEX "search_words_similar" ON "search_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_words_similar_frequent" ON "search_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false) WHERE "search_words"."docs" >= 30;