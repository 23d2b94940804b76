/** Staff look at announcements. */

import { and, asc, desc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { holdAuthor, trust, trustAgainLater } from '#features/accounts/server/posting.ts';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { mailAfterUndo, noteAct } from '#features/audit/server/note-act.ts';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { announcements, auditLog, businesses, listingManagers, users } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest, Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { isReason, reasonMissing } from '#shared/reason.ts';
import type { StaffAnnouncement } from '../staff-contract.ts';
import { mailDecision } from './post-letters.ts';
import { announcementGone, describeAnnouncement } from './write-announcements.ts';

const former = alias(announcements, 'former');

/** Announcements that wait first, then newest first. */
export async function readAnnouncements(
  db: Database,
  where: SQL | undefined,
  limit = 100,
): Promise<StaffAnnouncement[]> {
  const rows = await db
    .select({
      row: announcements,
      business: { id: businesses.id, slug: businesses.slug, name: businesses.name },
      author: { id: users.id, username: users.username, posting: users.posting },
      changes: { text: former.text, url: former.url, until: former.until },
    })
    .from(announcements)
    .innerJoin(businesses, eq(businesses.id, announcements.businessId))
    .leftJoin(users, eq(users.id, announcements.authorId))
    .leftJoin(former, eq(former.id, announcements.changesId))
    .where(where)
    .orderBy(desc(sql`${announcements.status} = 'waiting'`), desc(announcements.id))
    .limit(limit);
  return rows.map(({ row: { id, text, url, until, status, reason, createdAt }, business, author, changes }) => ({
    ...{ id, business, author, text, url, until, status, reason, changes },
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
  // A change that staff refused is its author's matter alone.
  const isListed = or(isNull(announcements.changesId), ne(announcements.status, 'hidden'));
  const ofListing = and(eq(announcements.businessId, businessId), isListed);
  return { announcements: await readAnnouncements(db, ofListing), people };
}

type Row = typeof announcements.$inferSelect;
type Words = Pick<Row, 'id' | 'text' | 'url' | 'until' | 'authorId'>;

/** An announcement before a decision, and what the decision left. */
export interface AnnouncementBefore {
  status: 'waiting' | 'shown' | 'hidden';
  reason: string | null;
  left: 'shown' | 'hidden';
  /** The words that staff decided on. */
  words?: string;
  /** The account that publishes at once since. */
  trusted: string | null;
  /** A change that was taken over: the words that it replaced, and its own row, which is gone. */
  change?: { replaced: Words; row: Words & { businessId: string; createdAt: string } };
}

interface Decision {
  id: string;
  shown: boolean;
  reason: string;
  /** When the announcement was sent that staff look at. */
  seen?: string | undefined;
  actorId: string;
  /** False for somebody who is banned: nobody is told, and no reason is needed. */
  tell?: boolean;
  /** The act on several that this is a part of. */
  groupId?: string;
}

/** Names the colleague who was first: the history of the listing holds all its announcements. */
async function tooLate(tx: Database, row: Row, request: Pick<ApiRequest, 'user' | 'now'>): Promise<Problem> {
  const isShown = row.status === 'shown';
  const actions = isShown
    ? ['business.announcement-shown']
    : ['business.announcement-hidden', 'business.announcement-change-refused'];
  const where = sql`${auditLog.data} ->> 'announcement' = ${describeAnnouncement(row)}`;
  const deed = isShown ? 'put this announcement on the page' : 'kept this announcement off the page';
  return wasFirst(tx, { subjectType: 'business', subjectId: row.businessId, actions, where }, deed, request);
}

/** @throws Problem 'not_found', 'conflict' (decided the same, or changed meanwhile), 'invalid' without a reason for its author */
export async function decideAnnouncement(
  { id, shown, reason, seen, actorId, tell = true, groupId }: Decision,
  request: Services & Pick<ApiRequest, 'user'>,
): Promise<StaffAnnouncement> {
  const { db, city, env, now } = request;
  if (!shown && tell && !isReason(reason)) {
    throw new Problem('invalid', reasonMissing, { fields: { reason: reasonMissing } });
  }
  return inTransaction(db, async (tx) => {
    const [sent] = await tx.select().from(announcements).where(eq(announcements.id, id));
    if (shown) await holdAuthor(tx, sent?.authorId ?? null);
    const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for('update');
    if (row === undefined) throw announcementGone();
    const status = shown ? 'shown' : 'hidden';
    if (row.status === status) throw await tooLate(tx, row, request);
    if (seen !== undefined && row.createdAt.toISOString() !== seen) {
      throw new Problem('conflict', 'Its author has changed it since you opened it. Reload to see what it says now.');
    }
    const at = now();
    const isTaken = shown && row.changesId !== null;
    const change = isTaken ? await takeOver(tx, row) : undefined;
    if (!isTaken) {
      const decided = { status, reason: shown ? null : reason, decidedAt: at } as const;
      await tx.update(announcements).set(decided).where(eq(announcements.id, id));
    }
    const isTrusted = shown && (await trust(tx, row.authorId));
    await writeAudit(tx, {
      actorId,
      action:
        row.changesId !== null && !shown ? 'business.announcement-change-refused' : `business.announcement-${status}`,
      subjectType: 'business',
      subjectId: row.businessId,
      data: { announcement: describeAnnouncement(row), ...(shown ? {} : { reason }) },
    });
    const told = { isShown: shown, isTrusted, reason, at };
    const mail = tell ? await tellAuthor(tx, row, told, { city, env }) : null;
    const before: AnnouncementBefore = {
      status: row.status,
      reason: row.reason,
      left: status,
      words: describeAnnouncement(row),
      trusted: isTrusted ? row.authorId : null,
      ...(change ? { change } : {}),
    };
    await noteAct(tx, { kind: 'announcement', actorId, subjectId: id, before, mails: [mail], at, groupId });
    await announceChange(tx, [`business:${row.businessId}`]);
    const [decided] = await readAnnouncements(tx, eq(announcements.id, change?.replaced.id ?? id), 1);
    if (decided === undefined) throw announcementGone();
    return decided;
  });
}

/** Writes a change into the announcement that it is about. @throws Problem 'conflict' when that is not on the page any more */
async function takeOver(tx: Database, row: Row): Promise<NonNullable<AnnouncementBefore['change']>> {
  const isReplaced = eq(announcements.id, row.changesId ?? '');
  const [replaced] = await tx.select().from(announcements).where(isReplaced).for('update');
  if (replaced?.status !== 'shown') throw new Problem('conflict', 'The announcement is not on the page any more.');
  const wordsOf = ({ id, text, url, until, authorId }: Row): Words => ({ id, text, url, until, authorId });
  const { id: _, ...words } = wordsOf(row);
  await tx.update(announcements).set(words).where(isReplaced);
  await tx.delete(announcements).where(eq(announcements.id, row.id));
  const { businessId, createdAt } = row;
  return { replaced: wordsOf(replaced), row: { ...wordsOf(row), businessId, createdAt: createdAt.toISOString() } };
}

async function tellAuthor(
  tx: Database,
  row: Row,
  { at, ...decided }: { isShown: boolean; isTrusted: boolean; reason: string; at: Date },
  town: Pick<Services, 'city' | 'env'>,
): Promise<string | null> {
  const [author] = row.authorId === null ? [] : await tx.select().from(users).where(eq(users.id, row.authorId));
  const [listing] = await tx.select().from(businesses).where(eq(businesses.id, row.businessId));
  if (author === undefined || author.bannedAt !== null || listing === undefined) return null;
  const letter = { author, listing, text: row.text, isChange: row.changesId !== null, startAfter: mailAfterUndo(at) };
  return mailDecision(tx, { ...decided, ...letter }, town);
}

interface Undone {
  actorId: string | null;
  /** The moment of the decision. */
  at: Date;
}

/**
 * Puts back what `decideAnnouncement` changed.
 * @throws Problem 'conflict' when somebody has decided on it since, its author has other words, or it is gone
 */
export async function putBackAnnouncement(
  tx: Database,
  id: string,
  { actorId, at, status, reason, left, words, trusted, change }: AnnouncementBefore & Undone,
  request: Pick<ApiRequest, 'user' | 'now'>,
): Promise<void> {
  const isThis = eq(announcements.id, change?.replaced.id ?? id);
  const [row] = await tx.select().from(announcements).where(isThis).for('update');
  const isDecided = row !== undefined && row.status !== left && row.status !== 'waiting';
  if (isDecided) throw await tooLate(tx, row, request);
  const isSaid = row !== undefined && (words === undefined || describeAnnouncement(row) === words);
  const isNewChange = and(eq(announcements.changesId, row?.id ?? id), gt(announcements.createdAt, at));
  if (row?.status !== left || !isSaid || (await tx.$count(announcements, isNewChange)) > 0) {
    throw new Problem('conflict', 'It has been changed since.');
  }
  if (change) {
    const { id: changesId, ...former } = change.replaced;
    await tx.update(announcements).set(former).where(isThis);
    const createdAt = new Date(change.row.createdAt);
    await tx.insert(announcements).values({ ...change.row, createdAt, changesId, status: 'waiting' });
  } else {
    await tx.update(announcements).set({ status, reason, decidedAt: null }).where(isThis);
  }
  await trustAgainLater(tx, trusted);
  await writeAudit(tx, {
    ...actorOr(actorId, 'deleted'),
    action: 'business.undone',
    subjectType: 'business',
    subjectId: row.businessId,
    data: { announcement: describeAnnouncement(row) },
  });
  await announceChange(tx, [`business:${row.businessId}`]);
}
