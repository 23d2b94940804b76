/** Staff look at announcements. */
import { asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { trust, trustAgainLater } from '#features/accounts/server/posting.ts';
import { mailAfterUndo, noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { announcements, businesses, listingManagers, users } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffAnnouncement } from '../staff-contract.ts';
import { mailDecision } from './post-letters.ts';
import { announcementGone, describeAnnouncement } from './write-announcements.ts';

/** Those that wait first, then newest first. */
export async function readAnnouncements(db: Database, where: SQL, limit = 100): Promise<StaffAnnouncement[]> {
  const rows = await db
    .select({
      row: announcements,
      business: { id: businesses.id, slug: businesses.slug, name: businesses.name },
      author: { id: users.id, username: users.username, posting: users.posting },
    })
    .from(announcements)
    .innerJoin(businesses, eq(businesses.id, announcements.businessId))
    .leftJoin(users, eq(users.id, announcements.authorId))
    .where(where)
    .orderBy(desc(sql`${announcements.status} = 'waiting'`), desc(announcements.id))
    .limit(limit);
  return rows.map(({ row: { id, text, url, until, status, reason, createdAt }, business, author }) => ({
    ...{ id, business, author, text, url, until, status, reason },
    createdAt: createdAt.toISOString(),
  }));
}

/** @throws Problem 'not_found' */
export async function listForStaff(db: Database, businessId: string) {
  const [listing] = await db
    .select({ ownerId: businesses.ownerId })
    .from(businesses)
    .where(eq(businesses.id, businessId));
  if (listing === undefined) throw new Problem('not_found', 'Business not found');
  const { ownerId } = listing;
  const people =
    ownerId === null
      ? []
      : await db
          .select({ id: users.id, username: users.username, posting: users.posting })
          .from(users)
          .where(
            sql`${users.id} = ${ownerId} or exists (select from ${listingManagers} m where m.business_id = ${businessId} and m.user_id = ${users.id} and m.invited_by = ${ownerId})`,
          )
          .orderBy(desc(sql`${users.id} = ${ownerId}`), asc(users.username));
  return { announcements: await readAnnouncements(db, eq(announcements.businessId, businessId)), people };
}

/** An announcement before a decision, and what the decision left. */
export interface AnnouncementBefore {
  status: 'waiting' | 'shown' | 'hidden';
  reason: string | null;
  left: 'shown' | 'hidden';
  /** The account that publishes at once since. */
  trusted: string | null;
}

interface Decision {
  id: string;
  shown: boolean;
  reason: string;
  actorId: string;
}

/** @throws Problem 'not_found', 'conflict' when somebody has decided the same, 'invalid' without a reason for its author */
export async function decideAnnouncement(
  { id, shown, reason, actorId }: Decision,
  { db, city, env, now }: Services,
): Promise<StaffAnnouncement> {
  if (!shown && reason.length < 5) {
    throw new Problem('invalid', 'Please say why', { fields: { reason: 'Please say why' } });
  }
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for('update');
    if (row === undefined) throw announcementGone();
    const status = shown ? 'shown' : 'hidden';
    if (row.status === status) throw new Problem('conflict', `Somebody else was first: it is ${status} already.`);
    const at = now();
    await tx
      .update(announcements)
      .set({ status, reason: shown ? null : reason, decidedAt: at })
      .where(eq(announcements.id, id));
    const isTrusted = shown && (await trust(tx, row.authorId));
    await writeAudit(tx, {
      actorId,
      action: `business.announcement-${status}`,
      subjectType: 'business',
      subjectId: row.businessId,
      data: { announcement: describeAnnouncement(row), ...(shown ? {} : { reason }) },
    });
    const mail = await tellAuthor(tx, row, { isShown: shown, isTrusted, reason, at }, { city, env });
    const before: AnnouncementBefore = {
      status: row.status,
      reason: row.reason,
      left: status,
      trusted: isTrusted ? row.authorId : null,
    };
    await noteAct(tx, { kind: 'announcement', actorId, subjectId: id, before, mails: [mail], at });
    await announceChange(tx, [`business:${row.businessId}`]);
    const [decided] = await readAnnouncements(tx, eq(announcements.id, id), 1);
    if (decided === undefined) throw announcementGone();
    return decided;
  });
}

async function tellAuthor(
  tx: Database,
  row: typeof announcements.$inferSelect,
  { at, ...decided }: { isShown: boolean; isTrusted: boolean; reason: string; at: Date },
  town: Pick<Services, 'city' | 'env'>,
): Promise<string | null> {
  const [author] = row.authorId === null ? [] : await tx.select().from(users).where(eq(users.id, row.authorId));
  const [listing] = await tx.select().from(businesses).where(eq(businesses.id, row.businessId));
  if (author === undefined || author.bannedAt !== null || listing === undefined) return null;
  return mailDecision(tx, { ...decided, author, listing, text: row.text, startAfter: mailAfterUndo(at) }, town);
}

/**
 * Puts back what `decideAnnouncement` changed.
 * @throws Problem 'conflict' when somebody has decided on it since, or it is gone
 */
export async function putBackAnnouncement(
  tx: Database,
  id: string,
  { actorId, status, reason, left, trusted }: AnnouncementBefore & { actorId: string | null },
): Promise<void> {
  const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for('update');
  if (row?.status !== left) throw new Problem('conflict', 'It has been changed since.');
  await tx.update(announcements).set({ status, reason, decidedAt: null }).where(eq(announcements.id, id));
  await trustAgainLater(tx, trusted);
  await writeAudit(tx, {
    actorId,
    action: 'business.undone',
    subjectType: 'business',
    subjectId: row.businessId,
    data: { announcement: describeAnnouncement(row) },
  });
  await announceChange(tx, [`business:${row.businessId}`]);
}
