import { sql } from 'drizzle-orm';

/** Each part of an order's payment that went back. A former release stored only the time of a refund: then the whole payment went back. */
export const orderRefunds = sql`
  select o.id as order_id, part ->> 'id' as id, (part ->> 'at')::timestamptz as at, (part ->> 'cents')::int as cents,
    o.user_id, o.email, o.business_id, o.business_name
  from listing_orders o cross join lateral jsonb_array_elements(
    case when o.refunds = '[]' and o.refunded_at is not null
      then jsonb_build_array(jsonb_build_object('id', o.id, 'at', o.refunded_at, 'cents', o.amount_cents))
      else o.refunds end) part`;
