/** Loads the made-up content that shows every state of a new site. */
import { sql } from 'drizzle-orm';
import { loadSampleBusinesses } from '#app/cli/sample/load-sample-businesses.ts';
import { loadSampleAds, loadSampleArticles, loadSampleEvents } from '#app/cli/sample/load-sample-publishing.ts';
import { addSampleOwners } from '#app/cli/sample/sample-owners.ts';
import { syncCategories } from '#features/categories/server/sync-categories.ts';
import { materialiseOccurrences } from '#features/events/server/materialise-occurrences.ts';
import { markAllAsSample } from '#features/sample-content/server/mark-sample-rows.ts';
import { type CityPack, readSampleContent } from '#server/city-pack.ts';
import { storedCategories } from '#server/city-settings.ts';
import { locks } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import { articles, auditLog, businesses, events, users } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';

/**
 * Fills a database without listings, publications and people at work from the pack's sample folder, all of it or
 * nothing. Accounts that a command has made staff do not count: it may have run before the first start.
 * Returns whether it did. Dates count from `now`.
 * @throws CityPackError for a mistake in the pack, naming file and entry
 */
export async function loadSampleContent(db: Database, pack: CityPack, now: Date): Promise<boolean> {
  if (!(await isEmpty(db))) return false;
  const content = await readSampleContent(pack);
  return db.transaction(async (tx) => {
    // Two processes that find the database empty run one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.sampleContent})`);
    if (!(await isEmpty(tx))) return false;
    await syncCategories(tx, { categories: storedCategories(pack) });
    const owners = await addSampleOwners(tx, content.businesses, now);
    await loadSampleBusinesses(tx, pack, content.businesses, owners, now);
    await loadSampleEvents(tx, pack, content.events, now);
    await materialiseOccurrences(tx, { timeZone: pack.facts.timeZone, now });
    await loadSampleArticles(tx, pack, content.articles, now);
    await loadSampleAds(tx, pack, content.ads);
    await markAllAsSample(tx, [...owners.values()]);
    await announceChange(tx, ['businesses', 'categories', 'events', 'articles', 'ads']);
    return true;
  });
}

async function isEmpty(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ empty: boolean }>(sql`
    select not exists (select from ${users} u where not exists (select from ${auditLog} a
        where a.subject_id = u.id::text and a.action = 'account.made-staff' and a.actor_id is null))
      and not exists (select from ${auditLog} where actor_id is not null or action = 'sample-content.removed')
      and not exists (select from ${businesses})
      and not exists (select from ${events}) and not exists (select from ${articles}) as empty`);
  return rows[0]?.empty === true;
}
