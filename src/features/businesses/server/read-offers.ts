/** The offers of a listing: all that are stored, and those that visitors see. */
import { and, asc, eq, gte } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { offers } from '#server/db/schema/index.ts';
import { addDays, dayOf, startOfDay } from '#shared/dates.ts';
import type { Business } from '../contract.ts';
import type { OwnOffer } from '../offer-form.ts';
import { holidaysChangeOn } from './holidays-ahead.ts';
import { eventEnd } from './read-coming-events.ts';

export interface TownClock {
  now: Date;
  timeZone: string;
}

const shown = { title: offers.title, text: offers.text, until: offers.until };

/** The first to end comes first. */
export function readOffers(db: Database, businessId: string): Promise<OwnOffer[]> {
  return db
    .select({ id: offers.id, ...shown })
    .from(offers)
    .where(eq(offers.businessId, businessId))
    .orderBy(asc(offers.until), asc(offers.id));
}

/** Keeps the offers whose last day is not over in the town. The caller checks that the listing is premium. */
export function readShownOffers(
  db: Database,
  businessId: string,
  { now, timeZone }: TownClock,
): Promise<Business['offers']> {
  return db
    .select(shown)
    .from(offers)
    .where(and(eq(offers.businessId, businessId), gte(offers.until, dayOf(now, timeZone))))
    .orderBy(asc(offers.until), asc(offers.id));
}

/**
 * The instant at which the clock alone changes a listing's page: the town's midnight after the last day of an offer, announcement or
 * closing, the end of an event or of premium, and the day on which other holidays are ahead.
 */
export function pageChangesAt(
  {
    offers: [first],
    announcements,
    events,
    premiumExpiresAt,
    hours,
    closures,
  }: Pick<Business, 'offers' | 'announcements' | 'events' | 'premiumExpiresAt' | 'hours' | 'closures'>,
  { now, timeZone }: TownClock,
): Date | null {
  const ends = [
    ...(first ? [startOfDay(addDays(first.until, 1), timeZone)] : []),
    ...[...announcements.map(({ until }) => until), ...closures.map(({ to }) => to)].map((day) =>
      startOfDay(addDays(day, 1), timeZone),
    ),
    ...(hours === null ? [] : [startOfDay(holidaysChangeOn(dayOf(now, timeZone)), timeZone)]),
    new Date(premiumExpiresAt ?? 0),
    ...events.map(eventEnd),
  ];
  return ends.filter((end) => end > now).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
