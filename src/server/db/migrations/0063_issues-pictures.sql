ALTER TABLE "newsletter_issues" ADD COLUMN "picture" text;--> statement-breakpoint
UPDATE "newsletter_issues" SET "picture" = (
	SELECT block ->> 'src' FROM jsonb_array_elements("blocks") WITH ORDINALITY AS each_block(block, place)
	WHERE block ->> 'type' = 'picture' AND block ->> 'src' <> '' ORDER BY place LIMIT 1
) WHERE "slug" IS NOT NULL;
