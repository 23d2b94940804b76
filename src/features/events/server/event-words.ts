/** The words of an event that its owner writes, and their way into an event that is in the calendar. */
import { cleanHtml } from '#server/clean-html.ts';
import type { Database } from '#server/db/client.ts';
import type { eventSuggestions } from '#server/db/schema/index.ts';
import { htmlToText } from '#shared/html-to-text.ts';
import { categoryNames } from '../category-names.ts';
import { whenText } from '../when-text.ts';
import { plainTextAsHtml } from './plain-text-as-html.ts';
import type { EventRow } from './read-staff-event.ts';
import { changeEvent, type EventRequest } from './save-event.ts';

/** `description` is plain text. */
export type EventWords = Pick<
  typeof eventSuggestions.$inferSelect,
  'title' | 'category' | 'startsAt' | 'endsAt' | 'allDay' | 'location' | 'isFree' | 'price' | 'description' | 'url'
>;

const marks = { item: '- ', heading: '', rule: '---', picture: () => '' };

export function wordsOfEvent(event: EventRow): EventWords {
  const { title, category, startsAt, endsAt, allDay, location, isFree, price, url } = event;
  return {
    ...{ title, category, startsAt, endsAt, allDay, location, isFree, price, url },
    description: htmlToText(event.description, marks),
  };
}

function inWords({ startsAt, endsAt, allDay, ...words }: EventWords, timeZone: string): Record<string, string> {
  const span = { startDate: startsAt.toISOString(), endDate: endsAt?.toISOString() ?? null, allDay };
  return {
    Title: words.title,
    When: whenText(span, timeZone, ''),
    Where: words.location,
    Price: words.isFree ? 'Free' : (words.price ?? ''),
    Category: categoryNames[words.category],
    Description: words.description,
    Link: words.url ?? '',
  };
}

/** These fields in words, one a line, for the history. */
export function wordsIn(words: EventWords, labels: readonly string[], timeZone: string): string {
  const said = inWords(words, timeZone);
  return labels.map((label) => `${label}: ${said[label] || 'none'}`).join('\n');
}

/** The fields that differ, in words, in the order of the form. */
export function changedWords(
  before: EventWords,
  after: EventWords,
  timeZone: string,
): { label: string; before: string; after: string }[] {
  const [former, next] = [inWords(before, timeZone), inWords(after, timeZone)];
  return Object.entries(former).flatMap(([label, was]) => {
    const is = next[label] ?? '';
    return was === is ? [] : [{ label, before: was, after: is }];
  });
}

type Columns = Partial<
  Pick<EventRow, keyof EventWords | 'latitude' | 'longitude' | 'previousStartsAt' | 'status' | 'statusNote'>
>;

/** The columns that a change touched, as they were; dates as JSON has them. */
export type FormerEvent = Record<string, unknown>;

/**
 * The date that visitors know: after a second move the one before the first. A move back to that date clears it.
 */
export function movedFrom(row: EventRow, startsAt: Date): Date | null {
  const former = row.previousStartsAt ?? row.startsAt;
  return former.getTime() === startsAt.getTime() ? null : former;
}

/** Leaves alone what staff have added: picture, organizer, contact, and the description's markup while its text is the same. */
function columnsOf(event: EventRow, words: EventWords): Columns {
  const { title, category, startsAt, endsAt, allDay, location, isFree, price, url, description } = words;
  const isMoved = event.startsAt.getTime() !== startsAt.getTime();
  return {
    ...{ title, category, startsAt, endsAt, allDay, location, isFree, price, url },
    description:
      description === wordsOfEvent(event).description ? event.description : cleanHtml(plainTextAsHtml(description)),
    // A pin of the former place would mislead.
    ...(location === event.location ? {} : { latitude: null, longitude: null }),
    ...(isMoved ? { previousStartsAt: movedFrom(event, startsAt) } : {}),
    ...(isMoved && event.status === 'postponed' ? { status: 'scheduled' as const, statusNote: '' } : {}),
  };
}

/** Writes the words into the event; answers what they replaced. The caller holds the event's lock. */
export async function writeWords(
  tx: Database,
  event: EventRow,
  words: EventWords,
  request: EventRequest,
  data: Record<string, unknown> = {},
): Promise<FormerEvent> {
  const columns = columnsOf(event, words);
  await changeEvent(tx, event, columns, request, { data });
  const isSame = (name: keyof Columns) => JSON.stringify(event[name]) === JSON.stringify(columns[name]);
  const touched = (Object.keys(columns) as (keyof Columns)[]).filter((name) => !isSame(name));
  return Object.fromEntries(touched.map((name) => [name, event[name]]));
}

const instants = ['startsAt', 'endsAt', 'previousStartsAt'];

/** Puts back what `writeWords` replaced. */
export async function putBackWords(
  tx: Database,
  event: EventRow,
  former: FormerEvent,
  request: EventRequest,
): Promise<void> {
  const columns = Object.entries(former).map(([name, value]) => [
    name,
    instants.includes(name) && typeof value === 'string' ? new Date(value) : value,
  ]);
  await changeEvent(tx, event, Object.fromEntries(columns) as Columns, request);
}
