import { inArray, sql } from 'drizzle-orm';
import { duplicatesAmong, signsAmong } from '#features/businesses/server/find-duplicates.ts';
import { readConversations } from '#features/conversations/server/read-conversations.ts';
import { readCorrections } from '#features/corrections/server/read-corrections.ts';
import { readOrders } from '#features/listing-orders/server/staff-orders.ts';
import { talkAboutListing } from '#features/listing-questions/server/read-questions.ts';
import { readAnnouncements } from '#features/owner-posts/server/staff-announcements.ts';
import type { Database } from '#server/db/client.ts';
import { hasPremium, mailboxHasPremium } from '#server/db/premium-person.ts';
import { announcements, auditLog, corrections, listingOrders } from '#server/db/schema/index.ts';
import type { KeysetCursor } from '#server/http/keyset-cursor.ts';
import type { Services } from '#server/http/serve.ts';
import { behindPremiumMs } from '#shared/behind-premium.ts';
import { type Counts, dueAfterMs, type QueueItem } from '../contract.ts';
import { businessOfRow, isByOwner, isEdit, isReviewed, readChanges } from './read-changes.ts';
import { ordersBehind, withDeletedSender } from './read-sender.ts';

type Kind = QueueItem['kind'];

interface Waiting extends Record<string, unknown> {
  kind: Kind;
  id: string;
  ms: string;
  is_again: boolean;
  is_asked: boolean;
  asked_at: Date | string | null;
  version: number | null;
  name: string;
  category_name: string;
  by: string | null;
  is_premium: boolean;
  assignee: string | null;
  notes: number;
}

/**
 * The parts of the queue. Each gives kind, id, time, a flag and the texts of its line (the category is a claim's plan
 * or an event's start), and whom staff answer: an account or a mailbox. The flag marks a resubmitted business, which waits
 * since its resubmission, or the change of an event that is in the calendar. The last column marks a claim or a listing that
 * waits for the answer to a question of staff.
 */
const parts = {
  listing: sql`
    select 'listing' as kind, b.id, greatest(coalesce(again.at, b.created_at), talk.last_at) as at, again.at is not null as is_again,
      b.name, c.name as category_name, u.username as by, u.id as person, null as mailbox, b.version, coalesce(talk.is_asked, false) as is_asked
    from businesses b
    join categories c on c.id = b.category_id
    left join users u on u.id = coalesce(b.owner_id, b.submitted_by_id)
    left join lateral (
      select max(a.at) as at from audit_log a
      where a.subject_type = 'business' and a.subject_id = b.id::text and a.action = 'business.resubmitted'
    ) again on true
    left join lateral (${talkAboutListing(sql.raw('b'))}) talk on true
    where b.status = 'pending'`,
  change: sql`
    select 'change' as kind, audit_log.id, audit_log.at, false, businesses.name, '', users.username,
      audit_log.actor_id, null, null::int, false
    from audit_log
    join businesses on ${businessOfRow}
    left join users on users.id = audit_log.actor_id
    where ${isEdit} and audit_log.subject_type = 'business'
      and businesses.approved_at <= audit_log.at and businesses.status in ('approved', 'hidden')
      and ${isByOwner}
      and not ${isReviewed}`,
  report: sql`select 'report' as kind, id, created_at as at, false, '', '', null, null::uuid, email, null::int, false from reports where resolved_at is null`,
  correction: sql`
    select 'correction' as kind, id, created_at as at, false, '', '', null, null::uuid, email, null::int, false from corrections where status = 'waiting'`,
  message: sql`
    select 'message' as kind, id, created_at as at, false, name, '', null, null::uuid, email, null::int, false
    from contact_messages where answered_at is null`,
  claim: sql`
    select 'claim' as kind, c.id, greatest(c.submitted_at, c.asked_at, c.replied_at) as at,
      false, b.name, c.plan, u.username, u.id, null, null::int,
      c.asked_at is not null and coalesce(c.replied_at < c.asked_at, true) as is_asked
    from claims c
    join businesses b on b.id = c.business_id
    join users u on u.id = c.user_id
    where c.status = 'in_review'`,
  order: sql`
    select 'order' as kind, id, paid_at as at, false, coalesce(business_name, ''), plan, email, user_id, email, null::int, false
    from listing_orders where status = 'paid'`,
  suggestion: sql`
    select 'suggestion' as kind, id, confirmed_at as at, changes_event_id is not null, title, starts_at::text, sender_name, user_id, null, null::int, false
    from event_suggestions where status = 'waiting'`,
  announcement: sql`
    select 'announcement' as kind, id, created_at as at, false, '', '', null, author_id, null, null::int, false
    from announcements where status = 'waiting'`,
} satisfies Record<Kind, ReturnType<typeof sql>>;

const kinds = Object.keys(parts) as Kind[];

export async function countWaiting(db: Database): Promise<Counts> {
  const count = (kind: Kind) => sql`(select count(*)::int from (${parts[kind]}) waiting)`;
  const countUnasked = (kind: 'listing' | 'claim') =>
    sql`(select count(*)::int from (${parts[kind]}) waiting where not is_asked)`;
  const { rows } = await db.execute<Counts & Record<string, unknown>>(
    sql`select ${countUnasked('listing')} as listings, ${count('change')} as changes, ${count('report')} as reports,
      ${count('correction')} as corrections, ${count('message')} as messages,
      ${countUnasked('claim')} as claims, ${count('order')} as orders, ${count('suggestion')} as suggestions,
      ${count('announcement')} as announcements`,
  );
  return (
    rows[0] ?? {
      listings: 0,
      changes: 0,
      reports: 0,
      corrections: 0,
      messages: 0,
      claims: 0,
      orders: 0,
      suggestions: 0,
      announcements: 0,
    }
  );
}

/** Added for what waits for somebody else: staff have nothing to do about it now. */
const behindAllMs = 2 * behindPremiumMs;

/** The place of an item in the queue, for the cursor. */
export function cursorAfter(item: QueueItem): KeysetCursor {
  const isAsked = (item.kind === 'claim' || item.kind === 'listing') && item.isAsked;
  const behind = isAsked ? behindAllMs : item.isPremium ? 0 : behindPremiumMs;
  return { at: new Date(new Date(item.at).getTime() + behind), id: item.id };
}

interface Wanted {
  /** One line; undefined for all. */
  id: string | undefined;
  kind: Kind | undefined;
  cursor: KeysetCursor | undefined;
  limit: number;
  now: Date;
}

/** People with Premium first, and of each kind who has waited longest. Claims and listings that wait for an answer stand last. */
export async function listQueue(
  { db, city }: Pick<Services, 'db' | 'city'>,
  { id, kind, cursor, limit, now }: Wanted,
): Promise<QueueItem[]> {
  const union = sql.join(
    (kind ? [kind] : kinds).map((one) => sql`(${parts[one]})`),
    sql` union all `,
  );
  // In milliseconds, as the cursor has them.
  const { rows } = await db.execute<Waiting>(sql`
    with waiting (kind, id, at, is_again, name, category_name, by, person, mailbox, version, is_asked) as (${union}),
      rounded as (
        select *, floor(extract(epoch from at) * 1000)::bigint as ms,
          ${hasPremium(sql`waiting.person`, now)} or ${mailboxHasPremium(sql`waiting.mailbox`, now)} as is_premium
        from waiting
      ),
      placed as (
        select *, ms + case when is_asked then ${behindAllMs}::bigint when is_premium then 0
          else ${behindPremiumMs}::bigint end as place
        from rounded
      )
    select placed.kind, placed.id, ms::text, is_again, name, category_name, by, is_premium, version, is_asked,
      colleague.username as assignee,
      (select count(*)::int from conversation_posts post where post.conversation_id = placed.id and post.kind = 'note') as notes,
      (select max(post.created_at) from conversation_posts post where post.conversation_id = placed.id and post.kind = 'answer') as asked_at
    from placed
    left join conversations talk on talk.id = placed.id
    left join users colleague on colleague.id = talk.assignee_id
    where ${cursor ? sql`(place, placed.id) > (${cursor.at.getTime()}::bigint, ${cursor.id}::uuid)` : sql`true`}
      and ${id ? sql`placed.id = ${id}::uuid` : sql`true`}
    order by place, placed.id limit ${limit}`);
  const idsOf = (wanted: Kind) => rows.filter((row) => row.kind === wanted).map(({ id }) => id);
  const [changes, talks, suggested, orders, announced, duplicates, signs, behind, orphans] = await Promise.all([
    byId(idsOf('change'), (ids) => readChanges({ db, city }, inArray(auditLog.id, ids), ids.length)),
    byId([...idsOf('report'), ...idsOf('message')], (ids) =>
      readConversations(db, { where: sql`placed.id = any(${sql.param(ids)}::uuid[])`, limit: ids.length, now }),
    ),
    byId(idsOf('correction'), (ids) => readCorrections({ db, city }, inArray(corrections.id, ids), ids.length)),
    byId(idsOf('order'), (ids) => readOrders(db, inArray(listingOrders.id, ids), ids.length)),
    byId(idsOf('announcement'), (ids) => readAnnouncements(db, inArray(announcements.id, ids), ids.length)),
    duplicatesAmong(db, idsOf('listing')),
    signsAmong(db, idsOf('listing')),
    ordersBehind(db, idsOf('listing')),
    withDeletedSender(db, idsOf('listing')),
  ]);
  return rows.flatMap((row): QueueItem[] => {
    const since = Number(row.ms);
    const waiting = {
      id: row.id,
      at: new Date(since).toISOString(),
      dueAt: new Date(since + dueAfterMs).toISOString(),
      isPremium: row.is_premium,
      assignee: row.assignee,
      notes: row.notes,
    };
    const [change, conversation] = [changes.get(row.id), talks.get(row.id)];
    const [order, correction] = [orders.get(row.id), suggested.get(row.id)];
    if (row.kind === 'change') return change ? [{ ...waiting, kind: 'change', change }] : [];
    if (row.kind === 'correction') return correction ? [{ ...waiting, kind: 'correction', correction }] : [];
    if (row.kind === 'report' || row.kind === 'message') {
      return conversation ? [{ ...waiting, kind: row.kind, conversation }] : [];
    }
    const announcement = announced.get(row.id);
    if (row.kind === 'announcement') return announcement ? [{ ...waiting, kind: 'announcement', announcement }] : [];
    if (row.kind === 'order') return order ? [{ ...waiting, kind: 'order', order }] : [];
    if (row.kind === 'claim') {
      const plan = row.category_name === 'premium' ? 'premium' : 'standard';
      return [{ ...waiting, kind: 'claim', name: row.name, plan, by: row.by, isAsked: row.is_asked }];
    }
    if (row.kind === 'suggestion') {
      const startDate = new Date(row.category_name).toISOString();
      return [{ ...waiting, kind: 'suggestion', isChange: row.is_again, title: row.name, startDate, by: row.by ?? '' }];
    }
    const { is_again: isAgain, is_asked: isAsked, name, category_name: categoryName, by, version } = row;
    const askedAt = row.asked_at === null ? null : new Date(row.asked_at).toISOString();
    const flags = { isAgain, isAsked, askedAt, isDuplicate: duplicates.has(row.id), alike: signs.get(row.id) ?? [] };
    const sender = { by, isSenderDeleted: orphans.has(row.id), order: behind.get(row.id) ?? null };
    return [{ ...waiting, kind: 'listing', ...flags, version: version ?? 0, name, categoryName, ...sender }];
  });
}

async function byId<T extends { id: string }>(
  ids: string[],
  read: (ids: string[]) => Promise<T[]>,
): Promise<Map<string, T>> {
  if (ids.length === 0) return new Map();
  return new Map((await read(ids)).map((one) => [one.id, one]));
}
