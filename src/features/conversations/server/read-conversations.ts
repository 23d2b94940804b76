import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';
import { mailboxHasPremium } from '#server/db/premium-person.ts';
import { conversationPosts, users } from '#server/db/schema/index.ts';
import type { KeysetCursor } from '#server/http/keyset-cursor.ts';
import { behindPremiumMs } from '#shared/behind-premium.ts';
import { Problem } from '#shared/problem.ts';
import type { Conversation, ConversationKind, ConversationState, Post } from '../contract.ts';

/** A select for each kind of letter: who wrote what about which business, whether it is done, and when a claim or a listing was decided on. */
const letters: Readonly<Record<ConversationKind, SQL>> = {
  message: sql`
    select 'message' as kind, id, created_at, name, email, message as text, null as reason, business_id,
      null::uuid as recommendation_id, answered_at is not null as is_done, null::timestamptz as decided_at
    from contact_messages`,
  report: sql`
    select 'report', id, created_at, '', email, text, reason, business_id, recommendation_id, resolved_at is not null, null
    from reports`,
  correction: sql`
    select 'correction', id, created_at, '', email, "right" || E'\n\nKnown from: ' || source, null, business_id, null,
      status <> 'waiting', null from corrections`,
  claim: sql`
    select 'claim', c.id, c.created_at, u.username, u.email, c.evidence_note, null, c.business_id, null, c.status <> 'in_review',
      coalesce(c.decided_at, c.updated_at)
    from claims c left join users u on u.id = c.user_id`,
  // Only listings that staff have asked about: there may be a million others.
  listing: sql`
    select 'listing', b.id, b.created_at, u.username, u.email, '', null, b.id, null, b.status <> 'pending',
      case when b.status = 'approved' then coalesce(b.approved_at, b.updated_at) else b.updated_at end
    from conversations k join businesses b on b.id = k.id left join users u on u.id = coalesce(b.owner_id, b.submitted_by_id)
    where k.kind = 'listing'`,
};
const allLetters = sql.join(Object.values(letters), sql` union all `);

/** The decision on a claim or a listing answers what was said before it. */
const isSettled = sql`coalesce(letter.is_done and c.last_at <= letter.decided_at, false)`;

/** A reply opens what was decided or answered before. */
const state = sql`case
  when c.closed_at is not null then 'closed'
  when c.awaits_reply and not ${isSettled} then 'waiting'
  when not letter.is_done or c.last_word = 'them' and not ${isSettled} then 'open'
  when c.last_word = 'us' then 'answered'
  else 'closed' end`;

interface Row extends Record<string, unknown> {
  kind: ConversationKind;
  id: string;
  created_at: Date;
  name: string | null;
  email: string | null;
  text: string;
  reason: Conversation['reason'];
  state: ConversationState;
  is_unread: boolean;
  is_premium: boolean;
  can_close: boolean;
  last_ms: string;
  business: Conversation['business'];
  recommendation: Conversation['recommendation'];
  assignee: Conversation['assignee'];
}

interface Wanted {
  where: SQL;
  limit: number;
  now: Date;
}

/** Conversations of people with Premium first, then those with the latest word. `place` is for the cursor. */
export async function readConversations(
  db: Database,
  { where, limit, now }: Wanted,
): Promise<(Conversation & { place: number })[]> {
  const { rows } = await db.execute<Row>(sql`
    with letter as (${allLetters}),
      shown as (
        select letter.*, c.assignee_id, ${state} as state, c.id is not null as is_talk,
          coalesce(c.is_unread, not letter.is_done) as is_unread,
          coalesce(${mailboxHasPremium(sql`letter.email`, now)}, false) as is_premium,
          floor(extract(epoch from greatest(letter.created_at, c.last_at)) * 1000)::bigint as last_ms
        from letter left join conversations c on c.id = letter.id
      ),
      placed as (select *, last_ms + case when is_premium then ${behindPremiumMs}::bigint else 0 end as place from shown)
    select placed.kind, placed.id, placed.created_at, placed.name, placed.email, placed.text, placed.reason, placed.state,
      placed.is_unread, placed.is_premium, placed.kind in ('message', 'report') or placed.is_done as can_close, placed.place::text as last_ms,
      case when b.id is null then null else json_build_object('id', b.id, 'slug', b.slug, 'name', b.name, 'status', b.status) end
        as business,
      case when r.id is null then null else json_build_object('id', r.id, 'name', r.name, 'text', r.text, 'status', r.status) end as recommendation,
      case when u.id is null then null else json_build_object('id', u.id, 'username', u.username) end as assignee
    from placed
    left join businesses b on b.id = placed.business_id
    left join recommendations r on r.id = placed.recommendation_id
    left join users u on u.id = placed.assignee_id
    where ${where}
    order by placed.place desc, placed.id desc limit ${limit}`);
  const posts = await readPosts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(
    ({ created_at, is_unread: isUnread, is_premium: isPremium, can_close: canClose, last_ms, name, ...row }) => ({
      ...row,
      name: name ?? '',
      isUnread,
      isPremium,
      canClose,
      place: Number(last_ms),
      createdAt: new Date(created_at).toISOString(),
      posts: posts.get(row.id) ?? [],
    }),
  );
}

/** Keyed by letter; each list is oldest first. */
async function readPosts(db: Database, ids: string[]): Promise<Map<string, Post[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ post: conversationPosts, by: users.username })
    .from(conversationPosts)
    .leftJoin(users, eq(users.id, conversationPosts.authorId))
    .where(inArray(conversationPosts.conversationId, ids))
    .orderBy(asc(conversationPosts.createdAt), asc(conversationPosts.id));
  const byLetter = new Map<string, Post[]>();
  for (const { post, by } of rows) {
    const list = byLetter.get(post.conversationId) ?? [];
    const { id, kind, text, quoted, fromAddress: from, leftOut, createdAt } = post;
    list.push({ ...{ id, kind, text, quoted, from, leftOut, by }, createdAt: createdAt.toISOString() });
    byLetter.set(post.conversationId, list);
  }
  return byLetter;
}

interface Filter {
  state: ConversationState | 'going-on' | 'all';
  kind?: ConversationKind | undefined;
  whose: 'all' | 'mine' | 'nobody';
  search: string;
  cursor: KeysetCursor | undefined;
  userId: string;
  limit: number;
  now: Date;
}

/** In the order of readConversations. Suggested changes, claims and listings are decided on elsewhere: here are those with a talk. */
export function listConversations(db: Database, filter: Filter) {
  const { kind, whose, search, cursor, userId, limit, now } = filter;
  const pattern = containing(search);
  const states = filter.state === 'all' ? null : filter.state === 'going-on' ? ['open', 'waiting'] : [filter.state];
  const conditions = [
    sql`(placed.kind in ('message', 'report') or placed.is_talk)`,
    ...(states === null ? [] : [sql`placed.state = any(${sql.param(states)}::text[])`]),
    ...(kind === undefined ? [] : [sql`placed.kind = ${kind}`]),
    ...(whose === 'mine' ? [sql`placed.assignee_id = ${userId}`] : []),
    ...(whose === 'nobody' ? [sql`placed.assignee_id is null`] : []),
    ...(search === ''
      ? []
      : [
          sql`(concat_ws(' ', placed.name, placed.email, placed.text, b.name) ilike ${pattern} or exists (
            select 1 from conversation_posts p where p.conversation_id = placed.id and concat_ws(' ', p.text, p.from_address) ilike ${pattern}))`,
        ]),
    ...(cursor === undefined
      ? []
      : [sql`(placed.place, placed.id) < (${cursor.at.getTime()}::bigint, ${cursor.id}::uuid)`]),
  ];
  return readConversations(db, { where: sql.join(conditions, sql` and `), limit, now });
}

/** @throws Problem 'not_found' */
export async function getConversation(db: Database, id: string, now: Date): Promise<Conversation> {
  const [found] = await readConversations(db, { where: sql`placed.id = ${id}`, limit: 1, now });
  if (found === undefined) throw new Problem('not_found', 'This message is not there any more.');
  return found;
}
