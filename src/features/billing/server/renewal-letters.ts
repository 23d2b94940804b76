/** Reminds the person who pays of the next yearly payment, in time to cancel or to change the plan. */
import { and, eq, gt, isNotNull, isNull, lte, ne, notExists, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { accountDeletions, subscriptions, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { dashboardLink, defineMail, textVariable, usernameVariable } from '#server/mail/mail-text.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { dayMs } from '#shared/times.ts';
import { centsOf, upgradePriceKey } from '../catalogue.ts';
import { lessPercent } from '../next-charge.ts';
import { discountOfPlan } from './discount-of-plan.ts';
import { describeAmount } from './plan-in-mails.ts';
import { notSample } from './sample-subscription.ts';

/** The mail is sent this long before the payment. */
const noticeMs = 30 * dayMs;

export const renewalMail = defineMail({
  name: 'yearly-payment-due',
  group: 'Premium and payments',
  to: 'the person who pays',
  when: 'A plan that is paid by the year renews in 30 days.',
  variables: {
    username: usernameVariable,
    sum: textVariable('the sum of the next payment', '$290'),
    date: textVariable('the day of the next payment', 'June 12, 2027'),
    price: textVariable('what the plan costs now', '$290 a year'),
    next: textVariable('what it costs from that day on', '$290 a year'),
    monthly: textVariable('what it costs by the month', '$29 a month'),
    percent: textVariable('the discount in percent', '20'),
    dashboard: dashboardLink,
  },
  conditions: {
    changes: { means: 'the plan becomes a monthly one on that day', example: false },
    discounted: { means: 'a discount lowers the payment', example: false },
  },
  subject: 'Premium renews on {{date}}: {{sum}}',
  text: [
    'Hello {{username}},',
    '{{when not changes}} Your Premium for all your listings renews on {{date}}. Your card is charged {{sum}} on that day, and that pays for the next year.',
    '{{when changes}} The year of Premium for all your listings that you have paid for ends on {{date}}. As you asked, it costs {{next}} from then on instead of {{price}}: your card is charged {{sum}} on that day, for the first month.',
    '{{when discounted}} Your discount of {{percent}} percent is taken off already.',
    'If you have a credit, it pays before the card does.',
    '{{when not changes}} You need not do anything to go on. To pay by the month instead, {{monthly}}, or to cancel, open your dashboard before {{date}}: what you have paid for lasts until that day either way.',
    '{{when changes}} You need not do anything to go on. To stay with {{price}}, or to cancel, open your dashboard before {{date}}: what you have paid for lasts until that day either way.',
    '{{dashboard: Open your dashboard}}',
  ],
});

type Row = typeof subscriptions.$inferSelect;
type Run = Pick<Services, 'db' | 'city' | 'env' | 'now'>;

/** Once for each year that is paid. A plan that ends, is owed or disputed has words of its own, and so has the end of an account. */
export async function sendRenewalLetters({ db, city, env, now }: Run): Promise<void> {
  const at = now();
  const { paidThrough, toldRenewsAt, priceKey } = subscriptions;
  const leaves = db
    .select({ id: accountDeletions.userId })
    .from(accountDeletions)
    .where(eq(accountDeletions.userId, subscriptions.userId));
  await db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(subscriptions)
      .where(
        and(
          eq(priceKey, upgradePriceKey.yearly),
          eq(subscriptions.status, 'active'),
          isNotNull(subscriptions.userId),
          isNull(subscriptions.endsAt),
          isNull(subscriptions.failedAt),
          isNull(subscriptions.suspendedAt),
          notSample,
          gt(paidThrough, at),
          lte(paidThrough, new Date(at.getTime() + noticeMs)),
          or(isNull(toldRenewsAt), ne(toldRenewsAt, paidThrough)),
          notExists(leaves),
        ),
      )
      .for('update');
    for (const row of due) {
      await mailRenewal(tx, row, { city, env });
      await tx.update(subscriptions).set({ toldRenewsAt: row.paidThrough }).where(eq(subscriptions.id, row.id));
    }
  });
}

async function mailRenewal(tx: Database, row: Row, { city, env }: Pick<Run, 'city' | 'env'>): Promise<void> {
  const { paidThrough: dueAt, userId } = row;
  const [owner] = await tx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, userId ?? ''));
  if (owner === undefined || dueAt === null) return;
  const { prices, timeZone } = city.facts;
  const discount = await discountOfPlan(tx, row.id, dueAt);
  const changes = row.nextPriceKey !== null && row.nextPriceKey !== row.priceKey;
  const cents = (changes ? row.nextPriceCents : row.priceCents) ?? centsOf(prices, upgradePriceKey.yearly);
  const due = lessPercent(cents, discount?.percentOff ?? null);
  const plusTax = env.stripe?.collectsTax ? ' plus tax' : '';
  const monthly = describeAmount(upgradePriceKey.monthly, centsOf(prices, upgradePriceKey.monthly));
  const letter = composeLetter({ city, env }, renewalMail, {
    username: owner.username,
    sum: `${formatDollars(due)}${plusTax}`,
    date: formatDate(dueAt.toISOString(), timeZone),
    price: describeAmount(row.priceKey, row.priceCents),
    next: describeAmount(changes ? row.nextPriceKey : row.priceKey, cents),
    monthly,
    percent: `${discount?.percentOff ?? ''}`,
    changes,
    discounted: discount !== null,
    dashboard: `${env.siteUrl}/dashboard`,
  });
  const replyTo = replyToTown(city);
  await enqueue(tx, sendMail, { to: owner.email, ...letter, replyTo });
}
