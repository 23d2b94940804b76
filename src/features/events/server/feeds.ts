import { Feed } from 'feed';
import { validate as isUuid } from 'uuid';
import type { Services } from '#server/http/serve.ts';
import { eventCategories } from '#shared/city.ts';
import { formatLongDate } from '#shared/dates.ts';
import { asFeedText, escapeMarkup, withoutControls } from '#shared/escape-markup.ts';
import type { EventOccurrence } from '../contract.ts';
import { whenText } from '../when-text.ts';
import { calendarFile } from './calendar-file.ts';
import { type CalendarService, calendarServiceUrl } from './calendar-links.ts';
import { findOccurrenceForFeed, listOccurrencesForFeed } from './list-for-feed.ts';
import { listOccurrences } from './list-occurrences.ts';

type Category = EventOccurrence['category'];

const feedLength = 50;

export function readCategory(text: string): Category | undefined {
  return eventCategories.find((category) => category === text);
}

function feedName({ city }: Services, category: Category | undefined): string {
  return `${city.facts.name}, ${city.facts.region}: ${category ? `${category} ` : ''}events`;
}

/** The calendar to subscribe to: every occurrence from a month ago on. */
export async function eventsCalendar(services: Services, category?: Category): Promise<string> {
  const { db, now } = services;
  return calendarFile(await listOccurrencesForFeed(db, now(), category), {
    ...options(services),
    name: feedName(services, category),
  });
}

/** One occurrence as a calendar file; null for an unknown id. */
export async function eventCalendar(services: Services, id: string): Promise<string | null> {
  const found = isUuid(id) ? await findOccurrenceForFeed(services.db, id) : null;
  return found && calendarFile([found], { ...options(services), name: found.title });
}

/** The address that adds one occurrence to an online calendar; null for an unknown id. */
export async function eventCalendarLink(
  services: Services,
  id: string,
  service: CalendarService,
): Promise<string | null> {
  const found = isUuid(id) ? await findOccurrenceForFeed(services.db, id) : null;
  return found && calendarServiceUrl(found, service, options(services));
}

/** Coming events as RSS 2.0: the next time of each event, soonest first. */
export async function eventsFeed(services: Services, category?: Category): Promise<string> {
  const { db, city, env, now } = services;
  const { timeZone, language } = city.facts;
  const { occurrences } = await listOccurrences(db, {
    now: now(),
    timeZone,
    category,
    onlyNext: true,
    limit: feedLength,
  });
  const page = `${env.siteUrl}/events`;
  const feed = new Feed({
    title: feedName(services, category),
    description: `What’s on in ${city.facts.name}, ${city.facts.region}`,
    id: page,
    link: page,
    language,
    copyright: '',
    generator: 'Alameda',
    feedLinks: { rss: `${env.siteUrl}/feeds/events${category ? `/${category}` : ''}.xml` },
  });
  const thisYear = String(now().getUTCFullYear());
  for (const event of occurrences) {
    const day = formatLongDate(event.startDate, timeZone, thisYear);
    const when = whenText(event, timeZone, thisYear);
    const mark = event.status === 'scheduled' ? '' : ` (${event.status})`;
    const facts = [when, event.location, event.note ?? '', priceOf(event), event.repeats ?? ''].filter(
      (fact) => fact !== '',
    );
    feed.addItem({
      title: asFeedText(`${event.title}${mark}: ${day}`),
      // A changed date, title or status gets a new id, so that a feed reader shows it again.
      id: `${page}#${event.id}-${event.startDate}-${event.status}`,
      link: `${page}/${event.slug}`,
      date: new Date(event.startDate),
      description: asFeedText(facts.join(' · ')),
      content: withoutControls(`<p>${facts.map((fact) => escapeMarkup(fact)).join('<br>')}</p>${event.description}`),
      category: [{ name: event.category }],
    });
  }
  return feed.rss2();
}

function priceOf({ isFree, price }: EventOccurrence): string {
  return isFree ? 'Free' : (price ?? '');
}

function options({ city, env }: Services): { timeZone: string; siteUrl: string } {
  return { timeZone: city.facts.timeZone, siteUrl: env.siteUrl };
}
