import { and, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { listingOrders } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { MonthSums } from '../month-contract.ts';
import { cardMoney, periodOf } from './card-money.ts';
import { orderRefunds } from './order-refunds.ts';

interface Sum {
  count: number;
  cents: number;
}

/** Adds up the money that came in and went back in a month, by the town's clock. */
export async function readMonthSums(site: Pick<Services, 'db' | 'env' | 'city'>, month: string): Promise<MonthSums> {
  const { db, city } = site;
  const { start, end } = periodOf(month, city.facts.timeZone);
  const sum = sql<number>`coalesce(sum(${listingOrders.amountCents}), 0)::int`;
  const [orders] = await db
    .select({ count: sql<number>`count(*)::int`, cents: sum })
    .from(listingOrders)
    .where(and(gte(listingOrders.paidAt, start), lt(listingOrders.paidAt, end)));
  const cash = await sumOf(
    db,
    // The day on which the money came counts, by the town's calendar.
    sql`select cents from money_acts where kind = 'cash' and received_on like ${`${month}-%`}`,
  );
  const cashBack = await sumOf(
    db,
    sql`select cents from money_acts where kind in ('cash-back', 'cash-missing') and cents > 0 and received_on like ${`${month}-%`}`,
  );
  const [from, until] = [start.toISOString(), end.toISOString()];
  const ordersBack = await sumOf(
    db,
    sql`select cents from (${orderRefunds}) r where at >= ${from}::timestamptz and at < ${until}::timestamptz`,
  );
  const cards = await readCards(site, { start, end });
  const { plans = null, plansBack = null } = cards ?? {};
  return { orders: orders ?? none, cash, ordersBack, cashBack, plans, plansBack };
}

const none: Sum = { count: 0, cents: 0 };

async function sumOf(db: Database, rows: ReturnType<typeof sql>): Promise<Sum> {
  const { rows: found } = await db.execute<{ count: number; cents: number }>(
    sql`select count(*)::int as count, coalesce(sum(cents), 0)::int as cents from (${rows}) amounts`,
  );
  return found[0] ?? none;
}

/** Null while the payment service cannot be asked: the sums that the site knows by itself are shown all the same. */
async function readCards(site: Parameters<typeof cardMoney>[0], period: ReturnType<typeof periodOf>) {
  const sums = { plans: { ...none }, plansBack: { ...none } };
  // Nobody has ever paid by card, so there is nothing that a site without payments cannot know.
  if (!site.env.stripe && !(await site.db.query.billingCustomers.findFirst())) return sums;
  try {
    for await (const page of cardMoney(site, period)) {
      for (const { kind, cents } of page) {
        const sum = kind === 'payment' ? sums.plans : sums.plansBack;
        sum.count++;
        sum.cents += cents;
      }
    }
    return sums;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
