/** Owners' changes of announcements and events that visitors see already: staff see them among the edits and can undo them. */
import { and, eq, inArray, ne } from 'drizzle-orm';
import { type FormerEvent, wordsIn, wordsOfEvent } from '#features/events/server/event-words.ts';
import { describeAnnouncement } from '#features/owner-posts/server/write-announcements.ts';
import type { Database } from '#server/db/client.ts';
import { announcements, events } from '#server/db/schema/index.ts';

interface FormerAnnouncement {
  id: string;
  text: string;
  url: string | null;
  until: string;
}

interface ChangedEvent {
  id: string;
  /** The changed fields, as `wordsIn` calls them. */
  labels: string[];
  columns: FormerEvent;
}

/** `pair`: in words, before and after. */
export type PostChange =
  | { field: 'announcement'; pair: [string, string]; former: FormerAnnouncement }
  | { field: 'event'; title: string; pair: [string, string]; former: ChangedEvent };

/** The change in the data of an audit row; null when the row is about the listing itself. */
export function postChange(data: unknown): PostChange | null {
  const { announcement, event, title, former } = (data ?? {}) as {
    announcement?: [string, string];
    event?: [string, string];
    title?: string;
    former?: unknown;
  };
  if (!former) return null;
  if (announcement) return { field: 'announcement', pair: announcement, former: former as FormerAnnouncement };
  if (event === undefined) return null;
  const pair: [string, string] = [inTodaysWords(event[0]), inTodaysWords(event[1])];
  return { field: 'event', title: title ?? '', pair, former: former as ChangedEvent };
}

/**
 * The change that an undo made, with the words that it replaced: it is live while nobody has changed them since, and putting
 * these back redoes the edit. Null for an edit that is not undone, and for one that was undone before the words were kept.
 */
export function undoneChange(
  change: PostChange | null,
  undone: ReadonlyMap<string, { former: unknown }> | undefined,
): PostChange | null {
  const former = change && undone?.get(change.field)?.former;
  if (!former) return null;
  const pair: [string, string] = [change.pair[1], change.pair[0]];
  return { ...change, pair, former } as PostChange;
}

/** Rows of November 2026 call an empty field '(nothing)'. `livePosts` compares with the words of today. */
const inTodaysWords = (words: string) => words.replace(/^(\w+): \(nothing\)$/gm, '$1: none');

/** The changes whose words visitors still see. */
export async function livePosts(
  db: Database,
  changes: readonly PostChange[],
  timeZone: string,
): Promise<ReadonlySet<PostChange>> {
  const idsOf = (field: PostChange['field']) =>
    changes.filter((one) => one.field === field).map(({ former }) => former.id);
  const [shown, coming] = await Promise.all([
    db
      .select()
      .from(announcements)
      .where(and(inArray(announcements.id, idsOf('announcement')), eq(announcements.status, 'shown'))),
    db
      .select()
      .from(events)
      .where(and(inArray(events.id, idsOf('event')), ne(events.status, 'cancelled'))),
  ]);
  const live = changes.filter((change) => {
    const { former, pair, field } = change;
    if (field === 'announcement') {
      return shown.some((row) => row.id === former.id && describeAnnouncement(row) === pair[1]);
    }
    return coming.some(
      (row) => row.id === former.id && wordsIn(wordsOfEvent(row), former.labels, timeZone) === pair[1],
    );
  });
  return new Set(live);
}
