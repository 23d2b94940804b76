import { and, eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { putBackWords } from '#features/events/server/event-words.ts';
import { type EventRequest, lockEvent } from '#features/events/server/save-event.ts';
import type { Database } from '#server/db/client.ts';
import { announcements, auditLog } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { Problem } from '#shared/problem.ts';
import { livePosts, type PostChange, postChange } from './post-changes.ts';
import { changeUndone } from './read-changes.ts';
import { tellOwnerOfUndo } from './tell-owner-of-undo.ts';

interface Undo {
  /** The row of the audit log. */
  changeId: string;
  /** Locked by the transaction. */
  listing: { id: string; name: string; ownerId: string | null };
  actorId: string;
  reason: string;
}

/**
 * Puts the former words of an announcement or an event back. Answers false when the edit is not about one.
 * @throws Problem 'conflict' when it was changed, removed or taken down since
 */
export async function undoPostChange(
  tx: Database,
  { changeId, listing, actorId, reason }: Undo,
  request: EventRequest,
): Promise<boolean> {
  const [entry] = await tx.select({ data: auditLog.data }).from(auditLog).where(eq(auditLog.id, changeId));
  const change = postChange(entry?.data);
  if (change === null) return false;
  const { field } = change;
  await lockPost(tx, change, listing.id);
  if ((await livePosts(tx, [change], request.city.facts.timeZone)).size === 0) {
    throw new Problem('conflict', `This ${field} was changed or removed since, so the edit cannot be undone.`);
  }
  await putBack(tx, change, request);
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
    data: { business: listing.id, name: listing.name, fields: [field] },
  });
  await tellOwnerOfUndo(
    tx,
    { row: listing, data: { [field]: pair.map((words) => named(change, words)) }, reason, now: request.now() },
    request.city,
  );
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

async function putBack(tx: Database, change: PostChange, request: EventRequest): Promise<void> {
  if (change.field === 'event') {
    await putBackWords(tx, await lockEvent(tx, change.former.id), change.former.columns, request);
    return;
  }
  const { id, text, url, until } = change.former;
  await tx.update(announcements).set({ text, url, until }).where(eq(announcements.id, id));
}
