import { desc } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { events } from '#server/db/schema/index.ts';

/** The protocol's limit for one sitemap. */
const maxRows = 50_000;

/** Events, past ones too, newest first, at most 50,000. */
export function listEventsForSitemap(db: Database): Promise<{ slug: string; updatedAt: Date }[]> {
  return db
    .select({ slug: events.slug, updatedAt: events.updatedAt })
    .from(events)
    .orderBy(desc(events.id))
    .limit(maxRows);
}
