import { and, eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { putBackWords } from '#features/events/server/event-words.ts';
import { type EventRequest, lockEvent } from '#features/events/server/save-event.ts';
import type { Database } from '#server/db/client.ts';
import { announcements, auditLog } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { Problem } from '#shared/problem.ts';
import { livePosts, type PostChange, postChange, undoneChange } from './post-changes.ts';
import { changeRedone, changeUndone, type UndoneFields } from './read-changes.ts';
import { tellOfUndo } from './tell-owner-of-undo.ts';

interface Undo {
  /** The row of the audit log. */
  changeId: string;
  /** Locked by the transaction. */
  listing: { id: string; name: string; ownerId: string | null };
  actorId: string;
  reason: string;
}

/**
 * Puts the former words of an announcement or an event back. Answers whom a mail tells of it; null when the edit is not about one.
 * @throws Problem 'conflict' when it was changed, removed or taken down since
 */
export async function undoPostChange(
  tx: Database,
  { changeId, listing, actorId, reason }: Undo,
  request: EventRequest,
): Promise<{ told: string | null } | null> {
  const [entry] = await tx.select({ data: auditLog.data }).from(auditLog).where(eq(auditLog.id, changeId));
  const change = postChange(entry?.data);
  if (change === null) return null;
  const { field } = change;
  await lockPost(tx, change, listing.id);
  if ((await livePosts(tx, [change], request.city.facts.timeZone)).size === 0) {
    throw new Problem('conflict', `This ${field} was changed or removed since, so the edit cannot be undone.`);
  }
  const former = await putBack(tx, change, request);
  const pair: [string, string] = [change.pair[1], change.pair[0]];
  await writeAudit(tx, {
    actorId,
    action: 'business.edit-undone',
    subjectType: 'business',
    subjectId: listing.id,
    data: { [field]: pair, ...(reason === '' ? {} : { reason }) },
  });
  await writeAudit(tx, {
    actorId,
    action: changeUndone,
    subjectType: 'change',
    subjectId: changeId,
    data: { business: listing.id, name: listing.name, fields: [field], former },
  });
  const data = { [field]: pair.map((words) => named(change, words)) };
  const act = { row: listing, changeId, act: 'undone', data, reason, now: request.now() } as const;
  const told = await tellOfUndo(tx, act, request.city);
  await announceChange(tx, [`business:${listing.id}`]);
  return { told };
}

interface Redo {
  changeId: string;
  listing: Undo['listing'];
  actorId: string;
  undone: UndoneFields | undefined;
  /** The edit waits for staff again. */
  reopens: boolean;
}

/**
 * Puts the words of the edit back that an undo replaced. Answers false when the edit is not about an announcement or an event.
 * @throws Problem 'conflict' when they were changed, removed or taken down since
 */
export async function redoPostChange(
  tx: Database,
  { changeId, listing, actorId, undone, reopens }: Redo,
  request: EventRequest,
): Promise<boolean> {
  const [entry] = await tx.select({ data: auditLog.data }).from(auditLog).where(eq(auditLog.id, changeId));
  const edit = postChange(entry?.data);
  if (edit === null) return false;
  const { field, pair } = edit;
  await lockPost(tx, edit, listing.id);
  const change = undoneChange(edit, undone);
  if (change === null || (await livePosts(tx, [change], request.city.facts.timeZone)).size === 0) {
    throw new Problem('conflict', `This ${field} was changed or removed since, so the edit cannot be redone.`);
  }
  await putBack(tx, change, request);
  await writeAudit(tx, {
    actorId,
    action: 'business.edit-redone',
    subjectType: 'business',
    subjectId: listing.id,
    data: { [field]: pair },
  });
  await writeAudit(tx, {
    actorId,
    action: changeRedone,
    subjectType: 'change',
    subjectId: changeId,
    data: { business: listing.id, name: listing.name, fields: [field], ...(reopens ? { reopens } : {}) },
  });
  const data = { [field]: pair.map((words) => named(change, words)) };
  await tellOfUndo(tx, { row: listing, changeId, act: 'redone', data, reason: '', now: request.now() }, request.city);
  await announceChange(tx, [`business:${listing.id}`]);
  return true;
}

/** An owner may have several events: the mail names the one. */
const named = (change: PostChange, words: string): string =>
  change.field === 'event' && !change.former.labels.includes('Title') ? `${change.title}\n${words}` : words;

/** An owner who changes it in this moment waits until the transaction ends. */
async function lockPost(tx: Database, { field, former: { id } }: PostChange, businessId: string): Promise<void> {
  if (field === 'event') {
    await lockEvent(tx, id);
    return;
  }
  await tx
    .select({ id: announcements.id })
    .from(announcements)
    .where(and(eq(announcements.id, id), eq(announcements.businessId, businessId)))
    .for('update');
}

/** The caller holds the lock. Answers what it replaced. */
async function putBack(tx: Database, change: PostChange, request: EventRequest): Promise<PostChange['former']> {
  if (change.field === 'event') {
    const { columns, ...former } = change.former;
    const event = await lockEvent(tx, former.id);
    await putBackWords(tx, event, columns, request);
    const names = Object.keys(columns) as (keyof typeof event)[];
    return { ...former, columns: Object.fromEntries(names.map((name) => [name, event[name]])) };
  }
  const { id, text, url, until } = change.former;
  const isThis = eq(announcements.id, id);
  const [row] = await tx.select().from(announcements).where(isThis);
  if (row === undefined) throw new Error('the announcement was not held');
  await tx.update(announcements).set({ text, url, until }).where(isThis);
  return { id, text: row.text, url: row.url, until: row.until };
}
