import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';
import { liveStatuses } from '#server/stripe/subscription-states.ts';
import { hasRight } from '#shared/has-right.ts';
import type { StaffRight } from '#shared/staff-rights.ts';
import { type Found, type FoundKindName, foundKinds, foundPerKind } from '../contract.ts';

interface Asked {
  pattern: string;
  /** Digits of a telephone number; null when the text is no number. */
  digits: string | null;
  /** An amount of money; null when the text is none. */
  cents: number | null;
  /** The number of a check or a receipt, without the word before it. */
  reference: string;
  /** The beginning of an order's number; null when the text is none. */
  number: string | null;
}

/** A select of id, title, detail and path for each kind. An id in a path is never typed by the person. */
const selects: Readonly<Record<FoundKindName, (asked: Asked) => SQL>> = {
  listing: ({ pattern, digits }) => sql`
    select b.id::text, b.name as title, concat_ws(' · ', b.status, nullif(b.address, '')) as detail,
      '/staff/businesses/' || b.id as path
    from businesses b
    where b.name ilike ${pattern} or b.address ilike ${pattern} or b.email ilike ${pattern} or b.website ilike ${pattern}
      or ${digits === null ? sql`false` : sql`right(regexp_replace(b.phone, '\\D', '', 'g'), 10) like ${`%${digits}%`}`}
    order by b.name ilike ${pattern} desc, b.id desc`,
  person: ({ pattern }) => sql`
    select u.id::text, u.username as title, u.email as detail, '/staff/people/' || u.id as path
    from users u where u.username ilike ${pattern} or u.email ilike ${pattern} order by u.id desc`,
  claim: ({ pattern }) => sql`
    select c.id::text, b.name as title, concat_ws(' · ', u.username, replace(c.status, '_', ' ')) as detail,
      case when c.status = 'in_review' then '/staff?open=' || c.id else '/staff/businesses/' || b.id end as path
    from claims c join businesses b on b.id = c.business_id left join users u on u.id = c.user_id
    where b.name ilike ${pattern} or u.username ilike ${pattern} or u.email ilike ${pattern} order by c.id desc`,
  message: ({ pattern }) => sql`
    select m.id::text, m.name as title, concat_ws(' · ', m.email, left(m.message, 80)) as detail,
      '/staff/messages/' || m.id as path
    from contact_messages m
    where m.name ilike ${pattern} or m.email ilike ${pattern} or m.message ilike ${pattern} or exists (
      select 1 from conversation_posts p where p.conversation_id = m.id and concat_ws(' ', p.text, p.from_address) ilike ${pattern})
    order by m.id desc`,
  order: ({ pattern, cents, number }) => sql`
    select o.id::text, coalesce(nullif(o.business_name, ''), o.email, 'Somebody') as title,
      concat_ws(' · ', o.email, case o.status when 'paid' then 'open' when 'handled' then 'done' else 'given back or disputed' end)
        as detail,
      '/staff/orders' || case o.status when 'paid' then '' when 'handled' then '?state=done' else '?state=withdrawn' end as path
    from listing_orders o left join businesses b on b.id = o.business_id
    where o.status in ('paid', 'handled', 'withdrawn')
      and (o.business_name ilike ${pattern} or o.email ilike ${pattern} or b.name ilike ${pattern}
        or o.amount_cents = ${cents}::int or o.id::text like ${number}::text) order by o.id desc`,
  plan: ({ pattern, cents, reference }) => sql`
    select p.id, p.title, p.detail, p.path from (
    select s.id, s.created_at, coalesce(u.username, 'Somebody who left') as title,
      concat_ws(' · ', u.email, b.name, replace(s.status, '_', ' ')) as detail,
      '/staff/billing' || case when s.status = any (${sql.param([...liveStatuses])}::text[]) then '' else '?state=over' end as path
    from subscriptions s left join users u on u.id = s.user_id left join businesses b on b.id = s.business_id
    where u.username ilike ${pattern} or u.email ilike ${pattern} or b.name ilike ${pattern}
    union all
    select a.id::text, a.created_at, coalesce(u.username, 'Somebody who left'),
      concat_ws(' · ', u.email, case a.kind when 'cash' then 'in cash or by check' else 'complimentary' end, nullif(a.reference, ''),
        case when a.ended_at is null and a.ends_at > now() then 'active' else 'ended' end),
      '/staff/billing' || case when a.ended_at is null and a.ends_at > now() then '' else '?state=over' end
    from money_acts a left join users u on u.id = a.user_id
    where a.kind in ('complimentary', 'cash') and (u.username ilike ${pattern} or u.email ilike ${pattern}
      or a.reference ilike ${reference} or (a.kind = 'cash' and a.cents = ${cents}::int))
    ) p order by p.created_at desc, p.id`,
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

/** '290', '$290' and '$1,290.50' in cents; null for anything else. */
function centsOf(text: string): number | null {
  const [, dollars, cents] = /^\$?\s*(\d{1,6})(?:\.(\d{2}))?$/.exec(text.replaceAll(',', '')) ?? [];
  return dollars === undefined ? null : Number(dollars) * 100 + Number(cents ?? 0);
}

/** Looks for the text in all that somebody with these rights may see, by kind, in one query. */
export async function findAnything(db: Database, text: string, rights: readonly StaffRight[]): Promise<Found[]> {
  const digits = text.replace(/\D/g, '');
  const asked = {
    pattern: containing(text),
    digits: digits.length < 4 ? null : digits.replace(/^1(?=\d{10}$)/, ''),
    cents: centsOf(text),
    reference: containing(text.replace(/^((check|cheque|receipt|number|no\.?|#)\s*)+(?=\d)/i, '')),
    number: /^[\da-f]{8}-?[\da-f-]{0,27}$/i.test(text) ? `${text.toLowerCase()}%` : null,
  };
  const kinds = (Object.keys(foundKinds) as FoundKindName[]).filter((kind) =>
    hasRight(rights, foundKinds[kind].rights),
  );
  const parts = kinds.map(
    (kind, at) => sql`(select ${at}::int as place, ${kind}::text as kind, f.* from (${selects[kind](asked)}
      limit ${foundPerKind}) f)`,
  );
  if (parts.length === 0) return [];
  const { rows } = await db.execute<Found & { place: number }>(
    sql`select * from (${sql.join(parts, sql` union all `)}) found order by place`,
  );
  return rows.map(({ place, ...found }) =>
    found.kind === 'reader' ? { ...found, path: found.path + encodeURIComponent(found.title) } : found,
  );
}
