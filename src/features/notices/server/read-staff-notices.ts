import { desc, eq, type SQL } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { notices, users } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import { noticeState, noticeStates } from '../notice-state.ts';
import type { StaffNotice } from '../staff-contract.ts';

const maxListed = 200;

export const noticeNotFound = () => new Problem('not_found', 'This notice is not there any more.');

async function readRows(db: Database, now: Date, where: SQL | undefined): Promise<StaffNotice[]> {
  const rows = await db
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
      createdBy: users.username,
    })
    .from(notices)
    .leftJoin(users, eq(users.id, notices.createdBy))
    .where(where)
    .orderBy(desc(notices.startsAt), desc(notices.id))
    .limit(maxListed);
  return rows.map((row) => ({
    ...row,
    state: noticeState(row, now),
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
    takenDownAt: row.takenDownAt?.toISOString() ?? null,
  }));
}

/** Notices that are up first, then planned ones, then those that are over; the latest first within each group. */
export async function listStaffNotices(db: Database, now: Date): Promise<StaffNotice[]> {
  const rows = await readRows(db, now, undefined);
  const rank = ({ state }: StaffNotice) => Math.min(noticeStates.indexOf(state), noticeStates.indexOf('ended'));
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

/** @throws Problem 'not_found' */
export async function readStaffNotice(db: Database, id: string, now: Date): Promise<StaffNotice> {
  const [row] = await readRows(db, now, eq(notices.id, id));
  if (row === undefined) throw noticeNotFound();
  return row;
}
