CREATE TABLE "event_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_suggestions" ADD COLUMN "is_free" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "event_suggestions" ADD COLUMN "price" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "is_free" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "price" text;--> statement-breakpoint
ALTER TABLE "event_slugs" ADD CONSTRAINT "event_slugs_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_slugs_event" ON "event_slugs" USING btree ("event_id");--> statement-breakpoint
-- Each event that is there gets a slug from its title, the oldest the plain one: 'parade', 'parade-2'.
DO $$
DECLARE
  event record;
  stem text;
  candidate text;
  number int;
BEGIN
  FOR event IN SELECT id, title FROM events ORDER BY id LOOP
    stem := lower(regexp_replace(normalize(event.title, NFKD), '[\u0300-\u036f''’‘`´]', '', 'g'));
    stem := trim(both '-' from regexp_replace(replace(stem, '&', ' and '), '[^a-z0-9]+', '-', 'g'));
    stem := trim(trailing '-' from left(stem, 60));
    IF stem IN ('', 'suggest', 'confirm', 'suggestions', 'upcoming', 'days') THEN
      stem := trim(leading '-' from stem || '-event');
    END IF;
    candidate := stem;
    number := 1;
    WHILE EXISTS (SELECT FROM events WHERE slug = candidate) LOOP
      number := number + 1;
      candidate := stem || '-' || number;
    END LOOP;
    UPDATE events SET slug = candidate WHERE id = event.id;
  END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "slug" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_slug_unique" UNIQUE("slug");
