/**
 * Staff create, edit and delete events. Row, times, audit row and the invalidation of stored pages are one
 * transaction.
 */

import { eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { lastActor } from '#features/audit/server/last-actor.ts';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, events } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { isSame } from '#shared/is-same.ts';
import { Problem } from '#shared/problem.ts';
import type { EventForm } from '../staff-contract.ts';
import { allocateSlugs, slugAfterRename } from './allocate-slugs.ts';
import { describeRule } from './describe-rule.ts';
import { materialiseOccurrences } from './materialise-occurrences.ts';
import { type EventValues, planEvent } from './plan-event.ts';
import { type EventRow, eventNotFound, whyNotDelete } from './read-staff-event.ts';

export type EventRequest = Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'now'>;

/** Removes an event that was made a moment ago, for an undo. @throws Problem 'conflict' when somebody has changed it since */
export async function takeBackEvent(tx: Database, id: string, seen: Seen): Promise<void> {
  const row = await lockEvent(tx, id, seen);
  await tx.delete(events).where(eq(events.id, id));
  await announceChange(tx, ['events', ...pagesOf(row.businessId)]);
}

interface Origin {
  source?: string;
  sourceUid?: string;
}

/** Returns the new event's id. @throws Problem 'invalid' */
export async function createEvent(
  form: EventForm,
  request: EventRequest,
  origin: Origin & { db?: Database; data?: Record<string, unknown> } = {},
): Promise<string> {
  const values = planEvent(form, request.city.facts.timeZone);
  const { db = request.db, data, ...from } = origin;
  return db.transaction((tx) => insertEvent(tx, values, request, { ...from, ...(data ? { data } : {}) }));
}

/** Inserts an event in the caller's transaction. */
export async function insertEvent(
  tx: Database,
  values: EventValues,
  { user, city, now }: EventRequest,
  { data, ...origin }: Origin & { data?: Record<string, unknown> } = {},
): Promise<string> {
  const actorId = requireUser(user).id;
  const at = now();
  await requireBusiness(tx, values.businessId);
  const [slug = ''] = await allocateSlugs(tx, [values.title]);
  const [row] = await tx
    .insert(events)
    .values({ ...values, ...origin, slug, createdBy: actorId, createdAt: at, updatedAt: at })
    .returning({ id: events.id });
  if (row === undefined) throw new Error('The insert of the event returned no row');
  await writeAudit(tx, {
    actorId,
    action: 'event.created',
    subjectType: 'event',
    subjectId: row.id,
    data: { title: values.title, ...data },
  });
  await materialiseOccurrences(tx, { timeZone: city.facts.timeZone, now: at, eventId: row.id });
  await announceChange(tx, ['events', ...pagesOf(values.businessId)]);
  return row.id;
}

/** The version that somebody looks at. */
interface Seen {
  version: number;
  request: Pick<EventRequest, 'user' | 'now'>;
}

/**
 * Locks the row until the transaction ends. @throws Problem 'not_found', 'conflict' when the version seen is not the
 * newest, naming who made that
 */
export async function lockEvent(tx: Database, id: string, seen?: Seen): Promise<EventRow> {
  const [row] = await tx.select().from(events).where(eq(events.id, id)).for('update');
  if (row === undefined) throw eventNotFound();
  if (seen !== undefined && row.version !== seen.version) {
    const { who, ago } = await lastActor(tx, { subjectType: 'event', subjectId: id }, seen.request);
    throw new Problem('conflict', `${who} changed this event${ago}. Reload to see what is new.`);
  }
  return row;
}

/** Writes the changed fields with an audit row; without a change it writes nothing. Answers the version that is stored then. */
export async function changeEvent(
  tx: Database,
  row: EventRow,
  wanted: Partial<EventRow>,
  { user, city, now }: EventRequest,
  { action = 'event.edited', data = {} }: { action?: string; data?: Record<string, unknown> } = {},
): Promise<number> {
  const changes = { ...wanted };
  if (changes.title !== undefined && changes.title !== row.title) {
    changes.slug = await slugAfterRename(tx, row, changes.title);
  }
  const changed = (Object.keys(changes) as (keyof EventRow)[]).filter((name) => !isSame(row[name], changes[name]));
  if (changed.length === 0) return row.version;
  if (changed.includes('businessId')) await requireBusiness(tx, changes.businessId);
  await tx
    .update(events)
    .set({ ...changes, version: row.version + 1, updatedAt: now() })
    .where(eq(events.id, row.id));
  await writeAudit(tx, {
    // A sender with a mailed link needs no account.
    ...actorOr(user?.id, 'link'),
    action,
    subjectType: 'event',
    subjectId: row.id,
    data: {
      title: changes.title ?? row.title,
      ...Object.fromEntries(changed.map((name) => [name, [row[name], changes[name]]])),
      ...(changed.includes('rule') ? { repeats: [row.rule, changes.rule].map(sayRule) } : {}),
      ...data,
    },
  });
  await materialiseOccurrences(tx, { timeZone: city.facts.timeZone, now: now(), eventId: row.id });
  await announceChange(tx, ['events', ...pagesOf(row.businessId), ...pagesOf(changes.businessId)]);
  return row.version + 1;
}

/** The stored pages of a listing show its events. */
const pagesOf = (businessId: string | null | undefined) => (businessId ? [`business:${businessId}`] : []);

/** @throws Problem 'invalid' when the listing is gone */
async function requireBusiness(tx: Database, businessId: string | null | undefined): Promise<void> {
  if (!businessId || (await tx.$count(businesses, eq(businesses.id, businessId))) > 0) return;
  const text = 'This business is not there any more. Choose another one, or none';
  throw new Problem('invalid', text, { fields: { businessId: text } });
}

/** For the history, which shows no rules. */
const sayRule = (rule: string | null | undefined) => (rule ? (describeRule(rule) ?? 'by a special rule') : 'Once');

/** @throws Problem 'not_found', 'conflict' when people may rely on it */
export async function deleteEvent(id: string, { db, user, city, now }: EventRequest): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockEvent(tx, id);
    const reason = whyNotDelete(row, now(), city.facts.timeZone);
    if (reason !== null) throw new Problem('conflict', reason);
    await tx.delete(events).where(eq(events.id, id));
    await writeAudit(tx, {
      actorId: requireUser(user).id,
      action: 'event.deleted',
      subjectType: 'event',
      subjectId: id,
      data: { title: row.title, startsAt: row.startsAt, rule: row.rule },
    });
    await announceChange(tx, ['events', ...pagesOf(row.businessId)]);
  });
}
