/** Staff feature, unfeature, hide and show a business. */

import { eq } from 'drizzle-orm';
import { mailAfterUndo, noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { isReason, reasonMissing } from '#shared/reason.ts';
import { type ConfirmedDuplicates, confirmedIds } from '../confirmed-duplicates.ts';
import { decidedAlready } from './decided-already.ts';
import { refuseDuplicate } from './find-duplicates.ts';
import { notFound } from './own-business.ts';
import { mailHidden, mailShownAgain } from './visibility-letters.ts';

interface Act {
  id: string;
  actorId: string;
  now: Date;
}

/** Its owner took it off the directory, and staff did not. */
export const isOffByOwner = ({
  status,
  hiddenByOwner,
}: Pick<typeof businesses.$inferSelect, 'status' | 'hiddenByOwner'>) => status === 'hidden' && hiddenByOwner;

async function lock(tx: Database, id: string) {
  const [row] = await tx.select().from(businesses).where(eq(businesses.id, id)).for('update');
  if (row === undefined) throw notFound();
  return row;
}

/** @throws Problem 'not_found', 'conflict' when nothing would change */
export async function setFeatured(
  db: Database,
  { id, actorId, now, featured }: Act & { featured: boolean },
): Promise<typeof businesses.$inferSelect> {
  return db.transaction(async (tx) => {
    const row = await lock(tx, id);
    if (row.featuredByStaff === featured) {
      throw new Problem('conflict', featured ? 'It is featured already.' : 'It is not featured any more.');
    }
    await tx.update(businesses).set({ featuredByStaff: featured, updatedAt: now }).where(eq(businesses.id, id));
    await writeAudit(tx, {
      actorId,
      action: featured ? 'business.featured' : 'business.unfeatured',
      subjectType: 'business',
      subjectId: id,
      data: { name: row.name },
    });
    const before = { featuredByStaff: row.featuredByStaff };
    await noteAct(tx, { kind: 'business', actorId, subjectId: id, before, version: row.version, at: now });
    await announceChange(tx, ['businesses', `business:${id}`]);
    return { ...row, featuredByStaff: featured };
  });
}

interface Hiding {
  hidden: boolean;
  reason: string;
  /** Ids of the duplicates that staff accept when they show a business again. */
  confirm?: ConfirmedDuplicates;
  /** The decision on several listings that this is a part of. */
  groupId?: string;
}

/**
 * Only what is approved, or its owner took off, can be hidden. Its owner, if there is one, is told by mail why, or that it is back.
 * @throws Problem 'not_found', 'conflict' (also for a duplicate that comes back), 'invalid' (it has an owner, and no
 * reason is given)
 */
export async function setHidden(
  { id, actorId, hidden, reason, confirm, groupId }: Omit<Act, 'now'> & Hiding,
  request: Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'now'>,
): Promise<typeof businesses.$inferSelect> {
  const { db, city, env, now } = request;
  return db.transaction(async (tx) => {
    const row = await lock(tx, id);
    // Staff may keep what its owner took off: then the owner cannot put it back.
    if (row.status !== (hidden ? 'approved' : 'hidden') && !(hidden && isOffByOwner(row))) {
      throw await decidedAlready(tx, row, request);
    }
    if (hidden && row.ownerId !== null && !isReason(reason)) {
      throw new Problem('invalid', `${reasonMissing}: the owner is told.`, { fields: { reason: reasonMissing } });
    }
    // Visitors do not see other hidden duplicates, so the place would not be listed twice.
    if (!hidden) await refuseDuplicate(tx, { looks: row, states: ['approved'], confirmed: confirmedIds(confirm) });
    const status = hidden ? 'hidden' : 'approved';
    await tx
      .update(businesses)
      .set({ status, hiddenByOwner: false, version: row.version + 1, updatedAt: now() })
      .where(eq(businesses.id, id));
    await writeAudit(tx, {
      actorId,
      action: hidden ? 'business.hidden' : 'business.shown',
      subjectType: 'business',
      subjectId: id,
      data: { name: row.name, ...(reason === '' ? {} : { reason }) },
    });
    const at = now();
    const told = { business: row, ownerId: row.ownerId, reason, startAfter: mailAfterUndo(at) };
    const mail = await (hidden ? mailHidden : mailShownAgain)(tx, told, { city, env });
    const before = { status: row.status, hiddenByOwner: row.hiddenByOwner, ownerId: row.ownerId };
    const act = { kind: 'business', actorId, subjectId: id, before, at, groupId };
    await noteAct(tx, { ...act, version: row.version + 1, mails: [mail] });
    await announceChange(tx, ['businesses', 'categories', 'missing', `business:${id}`]);
    return { ...row, status };
  });
}
