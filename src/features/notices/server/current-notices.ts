import { and, asc, gt, isNull, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { notices } from '#server/db/schema/index.ts';
import { keptUntilChange } from '#server/http/kept-until-change.ts';
import type { Services } from '#server/http/serve.ts';
import type { Notice } from '../contract.ts';
import { compareNotices, nextChange, noticeState } from '../notice-state.ts';

/** Staff cannot plan more than this, so that the bars never fill the screen. */
export const maxNotices = 10;

type Row = Awaited<ReturnType<typeof readRows>>[number];

/** Reads the notices that are up or planned. */
function readRows(db: Database, now: Date) {
  return db
    .select({
      id: notices.id,
      severity: notices.severity,
      text: notices.text,
      url: notices.url,
      label: notices.label,
      startsAt: notices.startsAt,
      endsAt: notices.endsAt,
      takenDownAt: notices.takenDownAt,
      version: notices.version,
    })
    .from(notices)
    .where(and(isNull(notices.takenDownAt), or(isNull(notices.endsAt), gt(notices.endsAt, now))))
    .orderBy(asc(notices.startsAt))
    .limit(2 * maxNotices);
}

/** The last rows that this process has read: shown on the page that says that the database is away. */
const lastRead = new WeakMap<Database, Row[]>();

/** Every page needs them, so they are read once until they change, not once for each page. */
const readKept = keptUntilChange<Pick<Services, 'db' | 'now'>, Row[]>(
  ['notices'],
  ({ db }) => db,
  async ({ db, now }) => {
    const rows = await readRows(db, now());
    lastRead.set(db, rows);
    return rows;
  },
);

interface CurrentNotices {
  notices: Notice[];
  /** The instant at which the clock alone makes the list wrong; null: never. */
  until: Date | null;
}

function currentOf(rows: readonly Row[], now: Date): CurrentNotices {
  const up = rows.filter((row) => noticeState(row, now) === 'up').toSorted(compareNotices);
  return {
    notices: up.map(({ takenDownAt: _, startsAt, endsAt, ...row }) => ({
      ...row,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
    })),
    until: nextChange(rows, now),
  };
}

/** Lists the notices that are up now. Pages that show them carry the tag 'notices' and hold until `until`. */
export async function currentNotices(services: Pick<Services, 'db' | 'now'>): Promise<CurrentNotices> {
  return currentOf(await readKept(services), services.now());
}

/** The same without the database, from what this process read last. */
export function lastKnownNotices({ db, now }: Pick<Services, 'db' | 'now'>): Notice[] {
  return currentOf(lastRead.get(db) ?? [], now()).notices;
}

/** The instant until which the answer of `currentNotices` holds; null: until staff change something. */
export function nextNoticeChange({ db, now }: Pick<Services, 'db' | 'now'>): Date | null {
  return nextChange(lastRead.get(db) ?? [], now());
}
