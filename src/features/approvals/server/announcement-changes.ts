/** Owners' changes of announcements that are on a page already: staff see them among the edits and can undo them. */
import { and, eq, inArray } from 'drizzle-orm';
import { describeAnnouncement } from '#features/owner-posts/server/write-announcements.ts';
import type { Database } from '#server/db/client.ts';
import { announcements } from '#server/db/schema/index.ts';

interface Data {
  /** In words, before and after. */
  announcement: [string, string];
  /** The values before. */
  former: { id: string; text: string; url: string | null; until: string };
}

export const announcementField = 'announcement';

/** The data of an audit row when it is about an announcement that was changed on its page. */
export function announcementData(data: unknown): Data | null {
  const given = (data ?? {}) as Partial<Data>;
  return given.former && given.announcement ? { announcement: given.announcement, former: given.former } : null;
}

/** The announcements on pages, in words: {id: 'Open on Sundays, until December 5, 2026'}. */
export async function shownAnnouncements(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(announcements)
    .where(and(inArray(announcements.id, [...ids]), eq(announcements.status, 'shown')));
  return new Map(rows.map((row) => [row.id, describeAnnouncement(row)]));
}
