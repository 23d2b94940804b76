import { and, desc, eq, gte, ilike, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';
import { auditLog, businesses, users } from '#server/db/schema/index.ts';
import { addDays, startOfDay } from '#shared/dates.ts';
import type { AuditRow, AuditSearch } from '../contract.ts';
import { subjectName, uuidOrNull } from './subject-name.ts';

interface AuditPage {
  cursor: string | undefined;
  /** Maximum number of rows. */
  limit: number;
  timeZone: string;
  /** Undefined: of every type. */
  subjectTypes: string[] | undefined;
}

/** Newest first. */
export async function listAudit(
  db: Database,
  { person, by, action, subject, from, to }: AuditSearch,
  { cursor, limit, timeZone, subjectTypes }: AuditPage,
): Promise<AuditRow[]> {
  const wanted: (SQL | undefined)[] = [
    person ? or(ilike(users.username, containing(person)), ilike(users.email, containing(person))) : undefined,
    by ? isBy(by) : undefined,
    action ? sql`starts_with(${auditLog.action}, ${action})` : undefined,
    subject ? eq(auditLog.subjectId, subject) : undefined,
    from ? gte(auditLog.at, startOfDay(from, timeZone)) : undefined,
    to ? lt(auditLog.at, startOfDay(addDays(to, 1), timeZone)) : undefined,
    subjectTypes ? inArray(auditLog.subjectType, subjectTypes) : undefined,
    cursor ? lt(auditLog.id, cursor) : undefined,
  ];
  const rows = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actorId: users.id,
      actorName: users.username,
      by: auditLog.actorKind,
      action: auditLog.action,
      subjectType: auditLog.subjectType,
      subjectId: auditLog.subjectId,
      subjectName,
      payer: payerOf,
      forPerson,
      canUndoMergeOf,
      data: auditLog.data,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .leftJoin(
      businesses,
      and(eq(auditLog.subjectType, 'business'), sql`${businesses.id} = ${uuidOrNull(sql`${auditLog.subjectId}`)}`),
    )
    .where(and(...wanted))
    .orderBy(desc(auditLog.id))
    .limit(limit);
  return rows.map(({ actorId, actorName, at, data, ...row }) => ({
    ...row,
    at: at.toISOString(),
    actor: actorId && actorName ? { id: actorId, username: actorName } : null,
    data: data as AuditRow['data'],
  }));
}

function isBy(by: NonNullable<AuditSearch['by']>): SQL | undefined {
  if (by === 'account') return isNotNull(auditLog.actorId);
  return and(isNull(auditLog.actorId), eq(auditLog.actorKind, by === 'deleted' ? 'person' : by));
}

/** The undo needs what the merge has kept of the listing that went. */
const canUndoMergeOf = sql<string | null>`case ${auditLog.action} when 'business.merged' then (
    select a.before -> 'goes' ->> 'id' from staff_acts a
    where a.kind = 'merge' and a.subject_id = ${uuidOrNull(sql`${auditLog.subjectId}`)}
      and a.before -> 'goes' ->> 'id' = ${auditLog.data} -> 'merged' ->> 'id' limit 1) end`;

const personJson = sql`case when u.id is not null then json_build_object('id', u.id, 'username', u.username) end`;

const forPerson = sql<AuditRow['forPerson']>`case ${auditLog.action} when 'claim.begun' then (
    select ${personJson} from users u where u.id = ${uuidOrNull(sql`(${auditLog.data} ->> 'claimant')`)}) end`;

/** An order without a listing of the site has the name that was typed, or the mailbox. */
const payerOf = sql<AuditRow['payer']>`case ${auditLog.subjectType}
  when 'subscription' then (
    select json_build_object('person', ${personJson},
      'business', case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end)
    from subscriptions s left join users u on u.id = s.user_id left join businesses b on b.id = s.business_id
    where s.id = ${auditLog.subjectId} and (u.id is not null or b.id is not null))
  when 'order' then (
    select json_build_object('person', ${personJson},
      'business', case when coalesce(b.name, o.business_name, o.email) is not null
        then json_build_object('id', b.id, 'name', coalesce(b.name, o.business_name, o.email)) end)
    from listing_orders o left join users u on u.id = o.user_id left join businesses b on b.id = o.business_id
    where o.id = ${uuidOrNull(sql`${auditLog.subjectId}`)})
  end`;
