import { and, desc, eq, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';
import { securityLog, users } from '#server/db/schema/index.ts';
import { addDays, startOfDay } from '#shared/dates.ts';
import type { SecurityRow, SecuritySearch } from '../security-contract.ts';

/** Newest first. @param page.limit maximum number of rows */
export async function listSecurityLog(
  db: Database,
  { event, person, address, request, from, to }: SecuritySearch,
  { cursor, limit, timeZone }: { cursor: string | undefined; limit: number; timeZone: string },
): Promise<SecurityRow[]> {
  const wanted: (SQL | undefined)[] = [
    event ? sql`starts_with(${securityLog.event}, ${event})` : undefined,
    person ? or(eq(securityLog.account, person), inArray(securityLog.account, idsOf(db, person))) : undefined,
    address ? eq(securityLog.clientAddress, address) : undefined,
    request ? eq(securityLog.requestId, request) : undefined,
    from ? gte(securityLog.at, startOfDay(from, timeZone)) : undefined,
    to ? lt(securityLog.at, startOfDay(addDays(to, 1), timeZone)) : undefined,
    cursor ? lt(securityLog.id, cursor) : undefined,
  ];
  const rows = await db
    .select({ row: securityLog, personId: users.id, username: users.username })
    .from(securityLog)
    .leftJoin(users, sql`${users.id}::text = ${securityLog.account}`)
    .where(and(...wanted))
    .orderBy(desc(securityLog.id))
    .limit(limit);
  return rows.map(({ row: { at, data, method, route, ...row }, personId, username }) => ({
    ...row,
    at: at.toISOString(),
    person: personId && username ? { id: personId, username } : null,
    call: [method, route].filter(Boolean).join(' '),
    data: data as SecurityRow['data'],
  }));
}

const idsOf = (db: Database, person: string) =>
  db
    .select({ id: sql<string>`${users.id}::text` })
    .from(users)
    .where(or(ilike(users.username, containing(person)), ilike(users.email, containing(person))));
