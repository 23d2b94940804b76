/** Listings whose managers lost them to a new owner, as the history has it. */
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { auditLog, businesses } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import type { Answer } from '#shared/endpoint.ts';
import { dayMs } from '#shared/times.ts';
import type { listLostListings } from '../contract.ts';

const shownMs = 30 * dayMs;
const maxShown = 10;

/** A change that staff have undone keeps its row in the history: only an owner who still has the listing counts. */
export async function readLostListings(
  { id }: SessionUser,
  { db, now }: Pick<Services, 'db' | 'now'>,
): Promise<Answer<typeof listLostListings>> {
  const rows = await db
    .select({
      ...{ id: auditLog.id, at: auditLog.at, businessId: auditLog.subjectId },
      ownerId: sql<string>`${auditLog.data} -> 'ownerId' ->> 1`,
    })
    .from(auditLog)
    .where(
      and(
        // Both conditions: the first one is that of the index audit_log_managers.
        sql`${auditLog.data} ? 'managers'`,
        sql`${auditLog.data} -> 'managers' ? ${id}`,
        sql`${auditLog.data} -> 'ownerId' ->> 1 is not null`,
        gt(auditLog.at, new Date(now().getTime() - shownMs)),
        eq(auditLog.subjectType, 'business'),
        inArray(auditLog.action, ['business.handed-over', 'business.owner-changed']),
      ),
    )
    .orderBy(desc(auditLog.at));
  if (rows.length === 0) return [];
  const ids = rows.map(({ businessId }) => businessId);
  const { name, ownerId } = businesses;
  const found = await db
    .select({ id: businesses.id, name, ownerId })
    .from(businesses)
    .where(inArray(businesses.id, ids));
  const byId = new Map(found.map((business) => [business.id, business]));
  const shown = rows.flatMap(({ id, at, ...lost }) => {
    const business = byId.get(lost.businessId);
    if (business?.ownerId !== lost.ownerId) return [];
    // Staff may have given it away, taken that back, and given it away again: the last time counts.
    byId.delete(lost.businessId);
    return [{ id, business: business.name, at: at.toISOString() }];
  });
  return shown.slice(0, maxShown);
}
