/** Sample events, articles and ads. */
import { allocateSlugs } from '#features/events/server/allocate-slugs.ts';
import { firstTime, RuleError } from '#features/events/server/expand-rule.ts';
import type { CityPack, SampleContent } from '#server/city-pack.ts';
import { cleanHtml } from '#server/clean-html.ts';
import type { Database } from '#server/db/client.ts';
import { ads, articles, businesses, events } from '#server/db/schema/index.ts';
import { CityPackError } from '#server/pack-files.ts';
import { addDays, dayOf, instantAtFloating } from '#shared/dates.ts';
import { minuteMs } from '#shared/times.ts';
import { samplePicture } from './sample-picture.ts';

/** Series begin this early, so that the current month is complete from its first day. */
const seriesDaysBack = 60;
/** The time of day at which articles of earlier days went live. */
const publishingHour = '08:30';

/** '19:30' of '2026-07-04', as floatingMs; '24:00' is the next midnight. */
function clockTime(day: string, clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return Date.parse(`${day}T00:00:00Z`) + (hour * 60 + minute) * minuteMs;
}

export async function loadSampleEvents(
  db: Database,
  pack: CityPack,
  sample: SampleContent['events'],
  now: Date,
): Promise<void> {
  if (sample.length === 0) return;
  const { timeZone } = pack.facts;
  const today = dayOf(now, timeZone);
  const hosts = new Map(
    (await db.select({ id: businesses.id, name: businesses.name }).from(businesses)).map(({ id, name }) => [name, id]),
  );
  const hostOf = (name: string, title: string) => {
    const id = hosts.get(name);
    if (id === undefined) {
      throw new CityPackError(`${pack.folder}/sample/events.json, ${title}: ${name} is no listing of businesses.json`);
    }
    return id;
  };
  const rows = sample.map((entry) => {
    const rule = 'rule' in entry.when ? entry.when.rule : null;
    const start =
      'rule' in entry.when
        ? firstTimeOf(pack, entry.title, entry.when.rule, clockTime(addDays(today, -seriesDaysBack), entry.startTime))
        : clockTime(addDays(today, entry.when.inDays), entry.startTime);
    return {
      title: entry.title,
      description: cleanHtml(entry.description),
      location: entry.location,
      category: entry.category,
      isFree: entry.isFree ?? false,
      price: entry.price ?? null,
      businessId: entry.business ? hostOf(entry.business, entry.title) : null,
      startsAt: instantAtFloating(start, timeZone),
      endsAt: entry.endTime === null ? null : instantAtFloating(endOf(start, entry.endTime), timeZone),
      rule,
      imageUrl: entry.picture ? samplePicture(pack, entry.picture, `events.json, ${entry.title}`).src : null,
    };
  });
  const slugs = await allocateSlugs(
    db,
    rows.map(({ title }) => title),
  );
  await db.insert(events).values(rows.map((row, place) => ({ ...row, slug: slugs[place] ?? '' })));
}

function firstTimeOf(pack: CityPack, title: string, rule: string, earliest: number): number {
  const where = `${pack.folder}/sample/events.json, ${title}`;
  try {
    const first = firstTime(rule, earliest);
    if (first !== null) return first;
  } catch (error) {
    if (error instanceof RuleError) throw new CityPackError(`${where}: ${error.message}`);
    throw error;
  }
  throw new CityPackError(`${where}: '${rule}' never takes place`);
}

/** An end that is not after the start belongs to the next day. */
function endOf(start: number, endTime: string): number {
  const day = new Date(start).toISOString().slice(0, 10);
  const end = clockTime(day, endTime);
  return end > start ? end : clockTime(addDays(day, 1), endTime);
}

export async function loadSampleArticles(
  db: Database,
  pack: CityPack,
  sample: SampleContent['articles'],
  now: Date,
): Promise<void> {
  if (sample.length === 0) return;
  const { timeZone } = pack.facts;
  const today = dayOf(now, timeZone);
  const rows = sample.map((entry) => {
    const morning = instantAtFloating(clockTime(addDays(today, -entry.daysAgo), publishingHour), timeZone);
    const publishAt = entry.daysAgo >= 0 && morning > now ? now : morning;
    const picture = entry.picture ? samplePicture(pack, entry.picture, `articles.json, ${entry.slug}`) : null;
    return {
      slug: entry.slug,
      title: entry.title,
      excerpt: entry.excerpt,
      content: cleanHtml(entry.content),
      imageUrl: picture?.src ?? null,
      imageAlt: picture?.alt ?? null,
      imageCaption: entry.pictureCaption ?? null,
      author: entry.author ?? null,
      category: entry.category,
      published: entry.published,
      publishAt,
      ...(entry.published && publishAt <= now ? { liveSince: publishAt, firstLiveAt: publishAt } : {}),
      createdAt: publishAt,
      updatedAt: publishAt,
    };
  });
  await db.insert(articles).values(rows);
}

export async function loadSampleAds(db: Database, pack: CityPack, sample: SampleContent['ads']): Promise<void> {
  if (sample.length === 0) return;
  await db.insert(ads).values(
    sample.map(({ picture, ...ad }) => ({
      ...ad,
      imageUrl: picture ? samplePicture(pack, picture, `ads.json, ${ad.title}`).src : null,
    })),
  );
}
