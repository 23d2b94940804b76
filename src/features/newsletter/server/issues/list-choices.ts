import { and, asc, desc, eq, gte, ilike, lte, ne } from 'drizzle-orm';
import { containing } from '#server/db/containing.ts';
import { articles, businesses, eventOccurrences, events } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import type { Block } from '../../blocks.ts';
import type { NamedItem } from '../../staff-contract.ts';
import { collectItems, timeKey } from '../letter/collect-items.ts';

const maxRows = 20;

/**
 * Lists what a block of this kind may show and matches the typed text: businesses and articles newest first,
 * events soonest first.
 */
export async function listChoices(
  services: Services,
  { kind, search }: { kind: 'businesses' | 'events' | 'articles'; search: string },
): Promise<NamedItem[]> {
  const { db, city, now } = services;
  const { block, keys } = await findChoices(services, kind, search);
  const items = await collectItems(db, [block], { now: now(), timeZone: city.facts.timeZone });
  return keys.flatMap((key) => {
    const item = items.get(key);
    return item ? [{ key, title: item.title, detail: item.detail }] : [];
  });
}

async function findChoices(
  { db, now }: Services,
  kind: 'businesses' | 'events' | 'articles',
  search: string,
): Promise<{ block: Block; keys: string[] }> {
  const pattern = containing(search);
  if (kind === 'events') {
    // The next time of each: a weekly market would otherwise fill the list.
    const next = db
      .selectDistinctOn([events.id], { eventId: events.id, startsAt: eventOccurrences.startsAt })
      .from(eventOccurrences)
      .innerJoin(events, eq(events.id, eventOccurrences.eventId))
      .where(
        and(
          gte(eventOccurrences.startsAt, now()),
          ne(events.status, 'cancelled'),
          ne(eventOccurrences.status, 'cancelled'),
          ilike(events.title, pattern),
        ),
      )
      .orderBy(asc(events.id), asc(eventOccurrences.startsAt))
      .as('next');
    const rows = await db.select().from(next).orderBy(asc(next.startsAt), asc(next.eventId)).limit(maxRows);
    const times = rows.map(({ eventId, startsAt }) => ({ eventId, startsAt: startsAt.toISOString() }));
    return { block: { type: 'events', key: kind, times }, keys: times.map(timeKey) };
  }
  const rows =
    kind === 'businesses'
      ? await db
          .select({ id: businesses.id })
          .from(businesses)
          .where(and(eq(businesses.status, 'approved'), ilike(businesses.name, pattern)))
          .orderBy(desc(businesses.approvedAt), desc(businesses.id))
          .limit(maxRows)
      : await db
          .select({ id: articles.id })
          .from(articles)
          .where(and(eq(articles.published, true), lte(articles.publishAt, now()), ilike(articles.title, pattern)))
          .orderBy(desc(articles.publishAt), desc(articles.id))
          .limit(maxRows);
  const ids = rows.map(({ id }) => id);
  return { block: { type: kind, key: kind, ids }, keys: ids };
}
