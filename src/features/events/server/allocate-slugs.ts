import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { eventSlugs } from '#server/db/schema/index.ts';
import { isSlugOf, slugOfTitle } from '../event-slug.ts';
import type { EventRow } from './read-staff-event.ts';

/** The numbers tried at once for one title. */
const step = 50;

/**
 * Makes a free slug for each title, in the same order: 'parade', 'parade-2'. Former slugs are never given
 * again. The slugs stay free until the transaction ends, because all slugs are locked until then.
 */
export async function allocateSlugs(tx: Database, titles: readonly string[]): Promise<string[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('event slugs'))`);
  const given = new Set<string>();
  const slugs: string[] = [];
  for (const title of titles) {
    const slug = await freeSlug(tx, slugOfTitle(title), given);
    given.add(slug);
    slugs.push(slug);
  }
  return slugs;
}

async function freeSlug(tx: Database, stem: string, given: ReadonlySet<string>): Promise<string> {
  for (let from = 1; ; from += step) {
    const candidates = Array.from({ length: step }, (_, n) => (from + n === 1 ? stem : `${stem}-${from + n}`));
    const list = sql.param(candidates);
    const { rows } = await tx.execute<{ slug: string }>(sql`
      select slug from events where slug = any(${list}) union all select slug from event_slugs where slug = any(${list})`);
    const taken = new Set(rows.map(({ slug }) => slug));
    const free = candidates.find((slug) => !taken.has(slug) && !given.has(slug));
    if (free !== undefined) return free;
  }
}

/**
 * Returns the slug of an event that gets a new title. The former address keeps leading to the event; a title
 * that comes back gets its own slug back.
 */
export async function slugAfterRename(
  tx: Database,
  row: Pick<EventRow, 'id' | 'slug' | 'title'>,
  title: string,
): Promise<string> {
  if (slugOfTitle(row.title) === slugOfTitle(title)) return row.slug;
  const former = await tx.select({ slug: eventSlugs.slug }).from(eventSlugs).where(eq(eventSlugs.eventId, row.id));
  const kept = former.find(({ slug }) => isSlugOf(slug, title))?.slug;
  const slug = kept ?? (await allocateSlugs(tx, [title]))[0] ?? row.slug;
  await tx.delete(eventSlugs).where(and(eq(eventSlugs.slug, slug), eq(eventSlugs.eventId, row.id)));
  await tx.insert(eventSlugs).values({ slug: row.slug, eventId: row.id });
  return slug;
}
