import { validate as isUuid } from 'uuid';
import type { Services } from '#server/http/serve.ts';
import { calendarFile } from './calendar-file.ts';
import { findOccurrenceForFeed, listOccurrencesForFeed } from './list-for-feed.ts';

/** Every occurrence from a month back on, to subscribe to. */
export async function eventsCalendar(services: Services): Promise<string> {
  const { db, city, now } = services;
  return calendarFile(await listOccurrencesForFeed(db, now()), {
    ...options(services),
    name: `${city.facts.name}, ${city.facts.region}: events`,
  });
}

/** One occurrence, to put into one's own calendar; null when there is none of this id. */
export async function eventCalendar(services: Services, id: string): Promise<string | null> {
  const found = isUuid(id) ? await findOccurrenceForFeed(services.db, id) : null;
  return found && calendarFile([found], { ...options(services), name: found.title });
}

function options({ city, env }: Services): { timeZone: string; siteUrl: string } {
  return { timeZone: city.facts.timeZone, siteUrl: env.siteUrl };
}
