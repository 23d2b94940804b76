ALTER TABLE "claims" ADD COLUMN "mail_domain" text;--> statement-breakpoint
UPDATE "claims" SET "mail_domain" = lower(substring(u."email" from '[^@]+$')) FROM "users" u WHERE u."id" = "claims"."user_id";--> statement-breakpoint
-- Most listings come from an import. A default that goes again marks a million of them without rewriting a row.
ALTER TABLE "businesses" ADD COLUMN "website_by" text DEFAULT 'import';--> statement-breakpoint
ALTER TABLE "businesses" ALTER COLUMN "website_by" DROP DEFAULT;--> statement-breakpoint
-- Listings that somebody sent in, and sample content, which counts as written by staff.
UPDATE "businesses" b SET "website_by" = case when b."source" = 'sample' then 'staff' else 'owner' end
WHERE b."source" = 'sample' or b."submitted_by_id" is not null or exists (
  select from "audit_log" a
  where a."subject_type" = 'business' and a."subject_id" = b."id"::text and a."action" = 'business.submitted'
);--> statement-breakpoint
-- The last recorded change of the website decides. A merge does not say who wrote what it took over, so it proves nothing.
-- Where the website says something else today, an import has written it since: imports alone leave no such record.
UPDATE "businesses" b SET "website_by" = case
    when rtrim(w."data" -> 'website' ->> 1, '/') is distinct from rtrim(b."website", '/') then 'import'
    when w."action" = 'business.edit-undone' then 'staff'
    when w."action" <> 'business.merged' and w."role" = 'staff' and w."actor_id" is distinct from b."owner_id" then 'staff'
    else 'owner'
  end
FROM (
  select distinct on (a."subject_id") a."subject_id", a."action", a."data", a."actor_id", u."role"
  from "audit_log" a
  left join "users" u on u."id" = a."actor_id"
  where a."subject_type" = 'business' and jsonb_typeof(a."data" -> 'website') = 'array'
    and a."action" in ('business.edited', 'business.resubmitted', 'business.edit-undone', 'business.merged')
  order by a."subject_id", a."at" desc, a."id" desc
) w
WHERE w."subject_id" = b."id"::text;--> statement-breakpoint
CREATE INDEX "businesses_website_host" ON "businesses" USING btree (reverse(substring(lower("website") from '^https?://(?:[^/?#]*@)?([^/:?#]+)')) text_pattern_ops);--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_website_by_known" CHECK ("businesses"."website_by" in ('import', 'staff', 'owner'));
