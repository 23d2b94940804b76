import { and, eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { describeAnnouncement } from '#features/owner-posts/server/write-announcements.ts';
import type { Database } from '#server/db/client.ts';
import { announcements, auditLog } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { announcementData, announcementField } from './announcement-changes.ts';
import { changeUndone } from './read-changes.ts';
import { tellOwnerOfUndo } from './tell-owner-of-undo.ts';

interface Undo {
  /** The row of the audit log. */
  changeId: string;
  /** Locked by the transaction. */
  listing: { id: string; name: string; ownerId: string | null };
  actorId: string;
  reason: string;
  now: Date;
}

/**
 * Puts an announcement's former words back. Answers false when the edit is not about an announcement.
 * @throws Problem 'conflict' when it was changed, removed or taken down since
 */
export async function undoAnnouncementChange(
  tx: Database,
  { changeId, listing, actorId, reason, now }: Undo,
  city: Services['city'],
): Promise<boolean> {
  const [entry] = await tx.select({ data: auditLog.data }).from(auditLog).where(eq(auditLog.id, changeId));
  const data = announcementData(entry?.data);
  if (data === null) return false;
  const { id, text, url, until } = data.former;
  const [before, after] = data.announcement;
  const [row] = await tx
    .select()
    .from(announcements)
    .where(and(eq(announcements.id, id), eq(announcements.businessId, listing.id)))
    .for('update');
  if (row?.status !== 'shown' || describeAnnouncement(row) !== after) {
    throw new Problem('conflict', 'This announcement was changed or removed since, so the edit cannot be undone.');
  }
  await tx.update(announcements).set({ text, url, until }).where(eq(announcements.id, id));
  const pair: [string, string] = [after, before];
  await writeAudit(tx, {
    actorId,
    action: 'business.edit-undone',
    subjectType: 'business',
    subjectId: listing.id,
    data: { [announcementField]: pair, ...(reason === '' ? {} : { reason }) },
  });
  await writeAudit(tx, {
    actorId,
    action: changeUndone,
    subjectType: 'change',
    subjectId: changeId,
    data: { business: listing.id, name: listing.name, fields: [announcementField] },
  });
  await tellOwnerOfUndo(tx, { row: listing, data: { [announcementField]: pair }, reason, now }, city);
  await announceChange(tx, [`business:${listing.id}`]);
  return true;
}
