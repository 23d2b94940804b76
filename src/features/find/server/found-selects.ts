/** A select for each kind of thing that staff find: id, title, detail and path. */
import { type SQL, sql } from 'drizzle-orm';
import { anyWords } from '#server/db/schema/columns.ts';
import { liveStatuses } from '#server/stripe/subscription-states.ts';
import type { FoundKindName } from '../contract.ts';

export interface Asked {
  pattern: string;
  /** Digits of a telephone number; null when the text is no number. */
  digits: string | null;
  /** An amount of money; null when the text is none. */
  cents: number | null;
  /** The number of a check or a receipt, without the word before it. */
  reference: string;
  /** The number of a receipt for cash as it is stored; null when the text is none. */
  receipt: string | null;
  /** The beginning of an order's number, or of the longer one that receipts had before; null when the text is none. */
  number: string | null;
  /** The short number of an order, which is the end of its id; null when the text is none. */
  orderNumber: string | null;
  /** The pages of events are for them. */
  isEditor: boolean;
  /** The queue is for them. */
  isModerator: boolean;
}

/** The newest hits of each table; a kind shows fewer. */
const maxHits = 100;

/**
 * The ids of the newest rows with the text in their words, by the index of these words. The inner query has no limit, so that PostgreSQL
 * does not read the whole table backwards for a rare text.
 */
/** @param newest the column by which the newest are told: ids are in the order of time, but for those of money, which a form or Stripe gives */
const withWords = (table: string, columns: readonly string[], pattern: string, newest = 'id') => sql`
  (select hit.id from (select * from ${sql.identifier(table)}
    where ${anyWords(columns.map((column) => sql.identifier(column)))} ilike ${pattern} offset 0) hit
  order by hit.${sql.identifier(newest)} desc limit ${maxHits})`;

const actsWithWords = (pattern: string) =>
  withWords('money_acts', ['reason', 'reference', 'end_reason'], pattern, 'created_at');

/** The newest letters, claims and listings of each kind in whose talk the text stands. `with` makes it once for all kinds. */
export const talks = ({ pattern }: Asked): SQL => sql`
  (select id from (
    select c.id, row_number() over (partition by c.kind order by c.id desc) as place from conversations c where c.id in (
      select conversation_id from (select * from conversation_posts
        where ${anyWords([sql`text`, sql`from_address`])} ilike ${pattern} offset 0) hit)
  ) talked where place <= ${maxHits})`;

/** An id in a path is never typed by the person. */
export const selects: Readonly<Record<FoundKindName, (asked: Asked) => SQL>> = {
  listing: ({ pattern, digits }) => sql`
    select b.id::text, b.name as title, concat_ws(' · ', b.status, nullif(b.address, '')) as detail,
      '/staff/businesses/' || b.id as path
    from businesses b
    where b.name ilike ${pattern} or b.address ilike ${pattern} or b.email ilike ${pattern} or b.website ilike ${pattern}
      or b.id in (select id from talk) or ${digits === null ? sql`false` : sql`right(regexp_replace(b.phone, '\\D', '', 'g'), 10) like ${`%${digits}%`}`}
    order by b.name ilike ${pattern} desc, b.id desc`,
  person: ({ pattern }) => sql`
    select u.id::text, u.username as title, u.email as detail, '/staff/people/' || u.id as path
    from users u where u.username ilike ${pattern} or u.email ilike ${pattern} order by u.id desc`,
  claim: ({ pattern }) => sql`
    select c.id::text, b.name as title, concat_ws(' · ', u.username, replace(c.status, '_', ' ')) as detail,
      case when c.status = 'in_review' then '/staff?open=' || c.id else '/staff/businesses/' || b.id end as path
    from claims c join businesses b on b.id = c.business_id left join users u on u.id = c.user_id
    where b.name ilike ${pattern} or u.username ilike ${pattern} or u.email ilike ${pattern}
      or c.id in (select id from talk) or c.id in ${withWords('claims', ['evidence_note', 'evidence_phone'], pattern)}
    order by c.id desc`,
  message: ({ pattern }) => sql`
    select m.id::text, m.name as title, concat_ws(' · ', b.name, m.email, left(m.message, 80)) as detail,
      '/staff/messages/' || m.id as path
    from (select id from talk union ${withWords('contact_messages', ['name', 'email', 'message'], pattern)}
      union (select a.id from businesses named join contact_messages a on a.business_id = named.id
        where named.name ilike ${pattern} order by a.id desc limit ${maxHits})) hit
      join contact_messages m on m.id = hit.id left join businesses b on b.id = m.business_id
    order by m.id desc`,
  report: ({ pattern }) => sql`
    select r.id::text, b.name as title, concat_ws(' · ', replace(r.reason, '-', ' '), r.email, nullif(left(r.text, 80), '')) as detail,
      '/staff/messages/' || r.id as path
    from (select id from talk union ${withWords('reports', ['text', 'email'], pattern)}) hit
      join reports r on r.id = hit.id join businesses b on b.id = r.business_id
    order by r.id desc`,
  correction: ({ pattern }) => sql`
    select c.id::text, b.name as title, concat_ws(' · ', replace(c.status, '_', ' '), c.email, left(c."right", 80)) as detail,
      '/staff/messages/' || c.id as path
    from (select id from talk union ${withWords('corrections', ['right', 'source', 'email'], pattern)}) hit
      join corrections c on c.id = hit.id join businesses b on b.id = c.business_id
    order by c.id desc`,
  suggestion: ({ pattern, isEditor, isModerator }) => sql`
    select s.id::text, s.title, concat_ws(' · ', s.status, s.sender_name, s.sender_email) as detail,
      case when s.event_id is not null and ${isEditor}::boolean then '/staff/events/' || s.event_id
        when s.status = 'waiting' and ${isModerator}::boolean then '/staff?open=' || s.id else '/staff/events?state=suggestions&search=' end as path
    from ${withWords('event_suggestions', ['title', 'location', 'sender_name', 'sender_email', 'message'], pattern)} hit
      join event_suggestions s on s.id = hit.id
    where s.status = 'waiting' or (s.status <> 'unconfirmed' and ${isEditor}::boolean) order by s.id desc`,
  recommendation: ({ pattern }) => sql`
    select r.id::text, b.name as title, concat_ws(' · ', r.status, r.name, r.email, nullif(left(r.text, 80), '')) as detail,
      '/staff/businesses/' || r.business_id || '#recommendations' as path
    from ${withWords('recommendations', ['name', 'email', 'text', 'answer'], pattern)} hit
      join recommendations r on r.id = hit.id join businesses b on b.id = r.business_id
    where r.status <> 'unconfirmed' order by r.id desc`,
  order: ({ pattern, cents, number, orderNumber }) => sql`
    select o.id::text, coalesce(nullif(o.business_name, ''), o.email, 'Somebody') as title,
      concat_ws(' · ', o.email, case o.status when 'paid' then 'open' when 'handled' then 'done' else 'given back or disputed' end)
        as detail,
      '/staff/orders' || case o.status when 'paid' then '' when 'handled' then '?state=done' else '?state=withdrawn' end as path
    from listing_orders o left join businesses b on b.id = o.business_id
    where o.status in ('paid', 'handled', 'withdrawn')
      and (o.business_name ilike ${pattern} or o.email ilike ${pattern} or b.name ilike ${pattern}
        or o.amount_cents = ${cents}::int or o.id::text like ${number}::text
        or right(o.id::text, 8) = ${orderNumber}::text
        or o.id in (select id from listing_orders where refunds @> ${cents === null ? null : JSON.stringify([{ cents }])}::jsonb))
    order by o.id desc`,
  plan: ({ pattern, cents, reference, receipt, number }) => sql`
    select p.id, p.title, p.detail, p.path from (
    select s.id, s.created_at, coalesce(u.username, 'Somebody who left') as title,
      concat_ws(' · ', u.email, b.name, replace(s.status, '_', ' ')) as detail,
      '/staff/billing' || case when s.status = any (${sql.param([...liveStatuses])}::text[]) then '' else '?state=over' end as path
    from subscriptions s left join users u on u.id = s.user_id left join businesses b on b.id = s.business_id
    where u.username ilike ${pattern} or u.email ilike ${pattern} or b.name ilike ${pattern}
      or s.id in (select id from subscriptions where price_cents = ${cents}::int)
    union all
    select a.id::text, a.created_at, coalesce(u.username, 'Somebody who left'),
      concat_ws(' · ', u.email, case a.kind when 'cash' then 'in cash or by check' else 'complimentary' end, 'receipt ' || a.receipt, nullif(a.reference, ''),
        case when a.ended_at is null and a.ends_at > now() then 'active' else 'ended' end),
      '/staff/billing' || case when a.ended_at is null and a.ends_at > now() then '' else '?state=over' end
    from money_acts a left join users u on u.id = a.user_id
    where a.kind in ('complimentary', 'cash') and (u.username ilike ${pattern} or u.email ilike ${pattern}
      or a.reference ilike ${reference} or a.receipt = ${receipt}::text
      or (a.kind = 'cash' and (a.cents = ${cents}::int or a.id::text like ${number}::text))
      or a.id in ${actsWithWords(pattern)})
    ) p order by p.created_at desc, p.id`,
  payment: ({ pattern, cents, reference }) => sql`
    select a.id::text, coalesce(u.username, 'Somebody who left') as title,
      concat_ws(' · ', case a.kind when 'refund' then 'given back to the card' when 'cash-back' then 'given back in cash or by check'
        when 'cash-missing' then 'never came' when 'discount-end' then 'discount ended' else a.kind end, to_char(a.cents / 100.0, 'FM"$"999,999,990.00'), nullif(left(a.reason, 80), ''))
        as detail,
      '/staff/billing' || coalesce('/' || a.user_id, '') as path
    from (select id from money_acts where cents = ${cents}::int union ${actsWithWords(pattern)}
      union ${actsWithWords(reference)}) hit
      join money_acts a on a.id = hit.id left join users u on u.id = a.user_id
    where a.kind not in ('complimentary', 'cash') order by a.created_at desc, a.id`,
  event: ({ pattern }) => sql`
    select e.id::text, e.title, e.location as detail, '/staff/events/' || e.id as path
    from events e where e.title ilike ${pattern} or e.location ilike ${pattern} order by e.id desc`,
  article: ({ pattern }) => sql`
    select a.id::text, coalesce(r.title, a.title) as title, coalesce(r.author, a.author, '') as detail,
      '/staff/articles/' || a.id as path
    from articles a left join article_revisions r on r.article_id = a.id and r.version = a.version
    where coalesce(r.title, a.title) ilike ${pattern} or coalesce(r.author, a.author) ilike ${pattern} order by a.id desc`,
  reader: ({ pattern }) => sql`
    select n.id::text, n.email as title, n.status as detail, '/staff/newsletter/subscribers?search=' as path
    from newsletter_subscribers n where n.email ilike ${pattern} order by n.id desc`,
};
