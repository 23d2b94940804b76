/** Owners and managers write announcements. The listing's row is held, so that two tabs cannot add a fourth. */
import { and, eq, gte, isNull, ne, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { postsDirectly } from '#features/accounts/server/posting.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { lockEditable } from '#features/businesses/server/own-business.ts';
import type { Database } from '#server/db/client.ts';
import { announcements, businesses } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { formatDate } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { type AnnouncementForm, maxAnnouncementDays, maxAnnouncements, maxStoredAnnouncements } from '../post-forms.ts';
import { tellStaffOfAnnouncement } from './post-letters.ts';
import { allowedDays } from './read-own-posts.ts';

type Row = typeof announcements.$inferSelect;
type Listing = typeof businesses.$inferSelect;

export const announcementGone = () => new Problem('not_found', 'This announcement is not there any more.');

/** @throws Problem 'conflict' */
export function requireApproved({ status }: Listing): void {
  if (status !== 'approved') throw new Problem('conflict', 'This works once the listing is approved and shown.');
}

function requireOn({ city }: ApiRequest): void {
  if (city.facts.ownerPosts.announcements) return;
  throw new Problem('conflict', `${city.facts.name} takes no announcements from owners at the moment.`);
}

/** @throws Problem 'invalid' for a day that is over or too far ahead */
function checkUntil(until: string, request: ApiRequest): void {
  const { today, lastDay } = allowedDays(request);
  if (until >= today && until <= lastDay) return;
  const text =
    until < today
      ? 'Please choose today or a later day'
      : `Please choose a day within ${maxAnnouncementDays} days, until ${formatDate(`${lastDay}T12:00:00Z`, 'UTC')}`;
  throw new Problem('invalid', text, { fields: { until: text } });
}

/** A hidden or ended announcement takes no room. @throws Problem 'conflict' */
async function requireRoom(tx: Database, businessId: string, request: ApiRequest, postId?: string): Promise<void> {
  const isOther = postId === undefined ? undefined : ne(announcements.id, postId);
  const runs = and(
    eq(announcements.businessId, businessId),
    gte(announcements.until, allowedDays(request).today),
    ne(announcements.status, 'hidden'),
    isNull(announcements.changesId),
    isOther,
  );
  if ((await tx.$count(announcements, runs)) < maxAnnouncements) return;
  throw new Problem('conflict', `There is room for ${maxAnnouncements} announcements. Please change or remove one.`);
}

const valuesOf = ({ text, url, until }: AnnouncementForm) => ({ text, url: url === '' ? null : url, until });

/** For the history: 'Open on Sundays (https://fig.example/), until December 5, 2026'. */
export const describeAnnouncement = ({ text, url, until }: Pick<Row, 'text' | 'url' | 'until'>): string =>
  `${text}${url === null ? '' : ` (${url})`}, until ${formatDate(`${until}T12:00:00Z`, 'UTC')}`;

const formerOf = ({ id, text, url, until }: Row) => ({ id, text, url, until });

interface Change {
  action: string;
  data: Record<string, unknown>;
  /** Visitors see a change. */
  isSeen: boolean;
}

async function changeAnnouncements(
  request: ApiRequest,
  id: string,
  change: (tx: Database, listing: Listing, isDirect: boolean) => Promise<Change | null>,
): Promise<void> {
  const user = requireUser(request.user);
  await request.db.transaction(async (tx) => {
    const listing = await lockEditable(tx, id, user);
    const done = await change(tx, listing, await postsDirectly(tx, user));
    if (done === null) return;
    const { isSeen, action, data } = done;
    await writeAudit(tx, { actorId: user.id, subjectType: 'business', subjectId: id, action, data });
    if (isSeen && listing.status === 'approved') await announceChange(tx, [`business:${id}`]);
  });
}

/** @throws Problem as lockEditable does, 'conflict' (off, not approved, no room), 'invalid' */
export function addAnnouncement(
  { id, form }: { id: string; form: AnnouncementForm },
  request: ApiRequest,
): Promise<void> {
  return changeAnnouncements(request, id, async (tx, listing, isDirect) => {
    requireOn(request);
    requireApproved(listing);
    checkUntil(form.until, request);
    const isStored = and(eq(announcements.businessId, id), isNull(announcements.changesId));
    if ((await tx.$count(announcements, isStored)) >= maxStoredAnnouncements) {
      throw new Problem('conflict', 'Please remove announcements that have ended first.');
    }
    await requireRoom(tx, id, request);
    const values = valuesOf(form);
    const [stored] = await tx
      .insert(announcements)
      .values({
        ...values,
        businessId: id,
        authorId: requireUser(request.user).id,
        status: isDirect ? 'shown' : 'waiting',
        createdAt: request.now(),
      })
      .returning({ id: announcements.id });
    if (stored === undefined) throw new Error('the announcement was not stored');
    if (!isDirect) await tellStaffOfAnnouncement(tx, listing, { ...values, id: stored.id, changesId: null }, request);
    return {
      action: 'business.announcement-added',
      data: { announcement: describeAnnouncement(values) },
      isSeen: isDirect,
    };
  });
}

async function readOne(tx: Database, businessId: string, postId: string): Promise<Row> {
  const [row] = await tx
    .select()
    .from(announcements)
    .where(and(eq(announcements.id, postId), eq(announcements.businessId, businessId)));
  if (row === undefined) throw announcementGone();
  return row;
}

/**
 * One that staff have hidden waits for them again, and one that waits goes on waiting, whoever changes it.
 * @throws Problem as lockEditable does, 'not_found', 'conflict', 'invalid'
 */
export function changeAnnouncement(
  { id, postId, form }: { id: string; postId: string; form: AnnouncementForm },
  request: ApiRequest,
): Promise<void> {
  return changeAnnouncements(request, id, async (tx, listing, isDirect) => {
    const before = await readOne(tx, id, postId);
    if (before.changesId !== null) throw announcementGone();
    requireOn(request);
    requireApproved(listing);
    checkUntil(form.until, request);
    await requireRoom(tx, id, request, postId);
    const after = valuesOf(form);
    if (before.status === 'shown' && !isDirect) return propose(tx, { listing, before, after }, request);
    await tx.delete(announcements).where(eq(announcements.changesId, postId));
    if (describeAnnouncement(before) === describeAnnouncement(after)) return null;
    const isShown = isDirect && before.status === 'shown';
    await tx
      .update(announcements)
      .set({
        ...after,
        status: isShown ? 'shown' : 'waiting',
        authorId: requireUser(request.user).id,
        reason: null,
        // The queue shows how long it waits.
        createdAt: isShown ? sql`${announcements.createdAt}` : request.now(),
      })
      .where(eq(announcements.id, postId));
    if (!isShown && before.status !== 'waiting') {
      await tellStaffOfAnnouncement(tx, listing, { ...after, id: postId, changesId: null }, request);
    }
    return {
      action: 'business.announcement-changed',
      data: {
        announcement: [describeAnnouncement(before), describeAnnouncement(after)],
        // Staff look at it among the edits and can put it back; a change that waits is in the queue anyway.
        ...(isShown && before.status === 'shown' ? { former: formerOf(before) } : {}),
      },
      isSeen: isShown || before.status === 'shown',
    };
  });
}

interface Proposal {
  listing: Listing;
  before: Row;
  after: ReturnType<typeof valuesOf>;
}

/** The page keeps the words that staff have seen, and the new ones wait for staff. */
async function propose(
  tx: Database,
  { listing, before, after }: Proposal,
  request: ApiRequest,
): Promise<Change | null> {
  const isItsChange = eq(announcements.changesId, before.id);
  const [earlier] = await tx.select().from(announcements).where(isItsChange).for('update');
  if (describeAnnouncement(before) === describeAnnouncement(after)) {
    if (earlier !== undefined) await tx.delete(announcements).where(isItsChange);
    return null;
  }
  if (earlier?.status === 'waiting' && describeAnnouncement(earlier) === describeAnnouncement(after)) return null;
  const sent = {
    ...after,
    status: 'waiting' as const,
    reason: null,
    decidedAt: null,
    authorId: requireUser(request.user).id,
    createdAt: request.now(),
  };
  const [stored] =
    earlier === undefined
      ? await tx
          .insert(announcements)
          .values({ ...sent, businessId: listing.id, changesId: before.id })
          .returning()
      : await tx.update(announcements).set(sent).where(isItsChange).returning();
  if (stored === undefined) throw new Error('the change was not stored');
  if (earlier?.status !== 'waiting') await tellStaffOfAnnouncement(tx, listing, stored, request);
  return {
    action: 'business.announcement-changed',
    data: { announcement: [describeAnnouncement(before), describeAnnouncement(after)] },
    isSeen: false,
  };
}

/** Removes an announcement, or takes back a change of one. @throws Problem as lockEditable does, 'not_found' */
export function removeAnnouncement({ id, postId }: { id: string; postId: string }, request: ApiRequest): Promise<void> {
  return changeAnnouncements(request, id, async (tx) => {
    const before = await readOne(tx, id, postId);
    // Its change first, as staff's approval locks them: two with different orders would deadlock.
    await tx.delete(announcements).where(eq(announcements.changesId, postId));
    await tx.delete(announcements).where(eq(announcements.id, postId));
    return {
      action: before.changesId === null ? 'business.announcement-removed' : 'business.announcement-change-taken-back',
      data: { announcement: describeAnnouncement(before) },
      isSeen: before.status === 'shown',
    };
  });
}
