/** Listings whose managers lost them to a new owner, as the history has it. */
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { auditLog, businesses } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import type { Answer } from '#shared/endpoint.ts';
import { dayMs } from '#shared/times.ts';
import type { listLostListings } from '../contract.ts';

const shownMs = 30 * dayMs;
const maxShown = 10;

/** The dashboard asks only for somebody who has no listing: the history has no index by person. */
export async function readLostListings(
  { id }: SessionUser,
  { db, now }: Pick<Services, 'db' | 'now'>,
): Promise<Answer<typeof listLostListings>> {
  const rows = await db
    .select({ id: auditLog.id, business: businesses.name, at: auditLog.at })
    .from(auditLog)
    .innerJoin(businesses, eq(sql`${businesses.id}::text`, auditLog.subjectId))
    .where(
      and(
        gt(auditLog.at, new Date(now().getTime() - shownMs)),
        eq(auditLog.subjectType, 'business'),
        inArray(auditLog.action, ['business.handed-over', 'business.owner-changed']),
        sql`${auditLog.data} -> 'managers' ? ${id}`,
      ),
    )
    .orderBy(desc(auditLog.at))
    .limit(maxShown);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
