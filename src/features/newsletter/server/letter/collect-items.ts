/**
 * Reads the businesses, events and articles that an issue's blocks name, as they are now. Leaves out those
 * that are no longer public.
 */
import { and, eq, inArray, lte, ne, or } from 'drizzle-orm';
import { cleanHtml } from '#server/clean-html.ts';
import type { Database } from '#server/db/client.ts';
import { articles, businesses, categories, eventOccurrences, events } from '#server/db/schema/index.ts';
import { formatLongDate, formatTimeRange } from '#shared/dates.ts';
import { pictureVariant, readPictureAddress, storedWidths } from '#shared/picture.ts';
import { dayMs } from '#shared/times.ts';
import type { Block } from '../../blocks.ts';

/** One line of a list: name, description and link. */
export interface Item {
  /** The key that the block uses. */
  key: string;
  title: string;
  detail: string;
  text: string;
  /** A path of this site. */
  path: string;
  /** Null where the page has none, or one that mail programs do not show. */
  picture: { src: string; alt: string } | null;
}

/** A mail with its pictures stays below a megabyte: so many thumbnails, about 20 kB each. */
const maxThumbnails = 24;

export type FilledBlock =
  | Exclude<Block, { type: 'businesses' | 'events' | 'articles' }>
  | { type: 'items'; key: string; items: Item[] };

export const timeKey = ({ eventId, startsAt }: { eventId: string; startsAt: string }) =>
  `${eventId} ${new Date(startsAt).toISOString()}`;

interface When {
  now: Date;
  timeZone: string;
}

export async function fillBlocks(db: Database, blocks: readonly Block[], when: When): Promise<FilledBlock[]> {
  const items = await collectItems(db, blocks, when);
  const known = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const item = items.get(key);
      return item ? [item] : [];
    });
  const shownEvents = new Set<string>();
  let thumbnails = 0;
  const withFewPictures = (found: Item[]) =>
    found.map((item) => (item.picture !== null && ++thumbnails > maxThumbnails ? { ...item, picture: null } : item));
  return blocks.map((block): FilledBlock => {
    if (block.type === 'events') {
      // A series stands in an issue once; its page has the other dates.
      const times = block.times.filter((time) => items.has(timeKey(time)) && isNew(time.eventId, shownEvents));
      return { type: 'items', key: block.key, items: withFewPictures(known(times.map(timeKey))) };
    }
    if (block.type === 'businesses' || block.type === 'articles') {
      return { type: 'items', key: block.key, items: withFewPictures(known(block.ids)) };
    }
    // Cleaned again although it was cleaned when stored: today's rules may refuse what older ones allowed.
    return block.type === 'text' ? { ...block, html: cleanHtml(block.html) } : block;
  });
}

function isNew(id: string, seen: Set<string>): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}

/** Items by key: an id; for events the id and the time. */
export async function collectItems(db: Database, blocks: readonly Block[], when: When): Promise<Map<string, Item>> {
  const idsOf = (type: 'businesses' | 'articles') => blocks.flatMap((block) => (block.type === type ? block.ids : []));
  const times = blocks.flatMap((block) => (block.type === 'events' ? block.times : []));
  // One after the other: a transaction has one connection.
  const found = [
    ...(await readBusinessItems(db, idsOf('businesses'))),
    ...(await readEventItems(db, times, when)),
    ...(await readArticleItems(db, idsOf('articles'), when.now)),
  ];
  return new Map(found.map((item) => [item.key, item]));
}

async function readBusinessItems(db: Database, ids: string[]): Promise<Item[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: businesses.id,
      slug: businesses.slug,
      name: businesses.name,
      description: businesses.description,
      address: businesses.address,
      category: categories.name,
    })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(and(inArray(businesses.id, ids), eq(businesses.status, 'approved')));
  return rows.map(({ id, slug, name, description, address, category }) => ({
    key: id,
    title: name,
    detail: [category, address].filter(Boolean).join(' · '),
    text: shorten(description),
    path: `/business/${slug}`,
    // Cut to one shape, most logos lose their edges.
    picture: null,
  }));
}

async function readEventItems(
  db: Database,
  times: { eventId: string; startsAt: string }[],
  { now, timeZone }: When,
): Promise<Item[]> {
  if (times.length === 0) return [];
  const rows = await db
    .select({
      eventId: events.id,
      slug: events.slug,
      startsAt: eventOccurrences.startsAt,
      endsAt: eventOccurrences.endsAt,
      allDay: events.allDay,
      title: events.title,
      location: events.location,
      imageUrl: events.imageUrl,
      imageAlt: events.imageAlt,
    })
    .from(eventOccurrences)
    .innerJoin(events, eq(events.id, eventOccurrences.eventId))
    .where(
      and(
        or(
          ...times.map(({ eventId, startsAt }) =>
            and(eq(events.id, eventId), eq(eventOccurrences.startsAt, new Date(startsAt))),
          ),
        ),
        ne(events.status, 'cancelled'),
        ne(eventOccurrences.status, 'cancelled'),
      ),
    );
  return rows.map(({ eventId, slug, startsAt, endsAt, allDay, title, location, imageUrl, imageAlt }) => ({
    key: timeKey({ eventId, startsAt: startsAt.toISOString() }),
    title,
    detail: [eventTime({ startsAt, endsAt, allDay }, { now, timeZone }), location].filter(Boolean).join(' · '),
    text: '',
    path: `/events/${slug}`,
    picture: pictureOf(imageUrl, imageAlt),
  }));
}

/** 'Saturday, July 4, 7:00 PM - 9:00 PM' */
function eventTime(
  { startsAt, endsAt, allDay }: { startsAt: Date; endsAt: Date | null; allDay: boolean },
  { now, timeZone }: When,
): string {
  const day = formatLongDate(startsAt, timeZone, String(now.getUTCFullYear()));
  if (allDay) return day;
  const isShort = endsAt !== null && endsAt.getTime() - startsAt.getTime() < dayMs;
  return `${day}, ${formatTimeRange(startsAt, isShort ? endsAt : null, timeZone)}`;
}

async function readArticleItems(db: Database, ids: string[], now: Date): Promise<Item[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: articles.id,
      slug: articles.slug,
      title: articles.title,
      excerpt: articles.excerpt,
      imageUrl: articles.imageUrl,
      imageAlt: articles.imageAlt,
    })
    .from(articles)
    .where(and(inArray(articles.id, ids), eq(articles.published, true), lte(articles.publishAt, now)));
  return rows.map(({ id, slug, title, excerpt, imageUrl, imageAlt }) => ({
    key: id,
    title,
    detail: '',
    text: excerpt,
    path: `/news/${slug}`,
    picture: pictureOf(imageUrl, imageAlt),
  }));
}

/** Our own raster pictures: the smallest stored width will do; uploads become JPEGs when the mail is laid out. */
function pictureOf(src: string | null, alt: string | null): Item['picture'] {
  const address = src === null ? null : readPictureAddress(src);
  if (src === null || address === null || address.format !== 'webp') return null;
  const isUpload = src.startsWith('/media/u/');
  const small = pictureVariant(address, storedWidths(address.width)[0] ?? address.width, 'webp');
  return { src: isUpload ? src : small, alt: alt ?? '' };
}

/** Keeps the first sentence or two. */
function shorten(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= 160) return flat;
  const cut = flat.slice(0, 160);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 100))} …`;
}
