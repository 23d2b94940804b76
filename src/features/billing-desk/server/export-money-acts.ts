import { sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { csvDollars, csvRows, csvTime } from '#server/csv-rows.ts';
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { orderRefunds } from './order-refunds.ts';

/** Times are ISO texts. */
interface Row extends Record<string, unknown> {
  id: string;
  at: string;
  /** A kind of money act, or 'order refund'. */
  kind: string;
  cents: number | null;
  percent_off: number | null;
  months: number | null;
  person: string | null;
  mailbox: string | null;
  business: string | null;
  plan: string | null;
  order_id: string | null;
  received_on: string | null;
  receipt: string | null;
  reference: string | null;
  ends_at: string | null;
  ended_at: string | null;
  end_reason: string | null;
  was_cents: number | null;
  plan_act: string | null;
  by: string | null;
  reason: string | null;
}

/**
 * Writes the money acts of staff as a CSV file without formulas, newest first, for the books: refunds of plans and of orders (each
 * part with its day), credits, discounts, plans that no card pays for, and what of their money went back, never came or was booked
 * wrongly. The audit log notes the download.
 */
export async function exportMoneyActs(
  { db, city }: Pick<Services, 'db' | 'city'>,
  { actorId }: { actorId: string },
): Promise<AsyncGenerator<string>> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${acts}) all_acts`);
  await writeAudit(db, {
    actorId,
    action: 'billing.exported',
    subjectType: 'subscription',
    subjectId: 'money-acts',
    data: { rows: rows[0]?.count ?? 0 },
  });
  const { timeZone } = city.facts;
  const columns: Record<string, (row: Row) => string | number | null> = {
    number: ({ id }) => id,
    date: ({ at }) => csvTime(at, timeZone),
    kind: ({ kind }) => kind,
    // A correction is no movement of money: its plan has the right amount.
    amount: ({ kind, cents }) => (kind === 'correction' ? null : csvDollars(cents)),
    'corrected from': (row) => csvDollars(row.was_cents),
    'corrected to': ({ kind, cents }) => (kind === 'correction' ? csvDollars(cents) : null),
    'percent off': (row) => row.percent_off,
    months: ({ months }) => months,
    person: ({ person }) => person,
    mailbox: ({ mailbox }) => mailbox,
    business: ({ business }) => business,
    plan: ({ plan }) => plan,
    'of number': (row) => row.plan_act,
    order: (row) => row.order_id,
    received: (row) => row.received_on,
    receipt: ({ receipt }) => receipt,
    reference: ({ reference }) => reference,
    until: (row) => csvTime(row.ends_at, timeZone),
    'ended early': (row) => csvTime(row.ended_at, timeZone),
    'why it ended': (row) => row.end_reason,
    by: ({ by }) => by,
    reason: ({ reason }) => reason,
  };
  return csvRows({ columns, read: (after, limit) => readRows(db, after, limit) });
}

/** Dates of the program have milliseconds, those of the database more: they compare only when cut. */
const acts = sql`
  select a.id::text as id, date_trunc('milliseconds', a.created_at) as at, a.kind, a.cents, a.percent_off, a.months,
    u.username as person, u.email as mailbox, b.name as business, a.subscription_id as plan, null as order_id,
    a.received_on, a.receipt, a.reference, a.ends_at, a.ended_at, a.end_reason, (a.was ->> 'cents')::int as was_cents,
    a.plan_id::text as plan_act, case a.actor_kind when 'site' then 'The site' else staff.username end as by, a.reason
  from money_acts a
  left join users u on u.id = a.user_id
  left join users staff on staff.id = a.actor_id
  left join subscriptions s on s.id = a.subscription_id
  left join businesses b on b.id = s.business_id
  union all
  select r.id, date_trunc('milliseconds', r.at), 'order refund', r.cents, null, null,
    u.username, r.email, coalesce(b.name, r.business_name), null, r.order_id::text,
    null, null, null, null, null, null, null, null, staff.username, note.reason
  from (${orderRefunds}) r
  left join users u on u.id = r.user_id
  left join businesses b on b.id = r.business_id
  left join lateral (
    -- The part that the order keeps has no form. Its note has the same amount, and was written next to it in time.
    select l.actor_id, l.data ->> 'reason' as reason from audit_log l
    where l.subject_type = 'order' and l.subject_id = r.order_id::text and l.action = 'order.refunded'
      and l.data ->> 'cents' = r.cents::text
    order by abs(extract(epoch from l.at - r.at)) limit 1
  ) note on true
  left join users staff on staff.id = note.actor_id`;

async function readRows(db: Database, after: Row | undefined, limit: number): Promise<Row[]> {
  const isAfter = after ? sql`where (at, id) < (${after.at}::timestamptz, ${after.id})` : sql``;
  const { rows } = await db.execute<Row>(sql`
    select id, to_json(at) #>> '{}' as at, kind, cents, percent_off, months, person, mailbox, business, plan, order_id,
      received_on, receipt, reference, to_json(ends_at) #>> '{}' as ends_at, to_json(ended_at) #>> '{}' as ended_at, end_reason,
      was_cents, plan_act, by, reason
    from (${acts}) all_acts ${isAfter} order by all_acts.at desc, all_acts.id desc limit ${limit}`);
  return rows;
}
