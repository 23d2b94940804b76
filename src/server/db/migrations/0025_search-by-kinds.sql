CREATE TABLE "search_misses" (
	"term" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "search_misses_term_day_pk" PRIMARY KEY("term","day")
);
--> statement-breakpoint
CREATE TABLE "search_state" (
	"hash" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"term" text NOT NULL,
	"phrase" text NOT NULL,
	"means" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_synonyms_phrase_unique" UNIQUE("phrase")
);
--> statement-breakpoint
ALTER TABLE "search_docs" ADD COLUMN "open_minutes" "int4multirange";--> statement-breakpoint
ALTER TABLE "search_docs" ADD COLUMN "closed_days" datemultirange DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_docs" ADD COLUMN "properties" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_docs" ADD COLUMN "has_photo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "search_docs" ADD COLUMN "position" "point";--> statement-breakpoint
ALTER TABLE "search_docs" ADD COLUMN "added_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "search_misses_day" ON "search_misses" USING btree ("day");--> statement-breakpoint
CREATE INDEX "search_docs_newest" ON "search_docs" USING btree ("added_at" DESC NULLS LAST,"business_id");--> statement-breakpoint
CREATE INDEX "search_docs_position" ON "search_docs" USING gist ("position");