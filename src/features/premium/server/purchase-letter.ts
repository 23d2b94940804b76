import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { catalogue, centsOf, type UpgradeInterval, upgradePriceKey } from '#features/billing/catalogue.ts';
import { premiumBenefits } from '#features/billing/price-story.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import {
  blockVariable,
  dashboardLink,
  defineMail,
  linkVariable,
  textVariable,
  usernameVariable,
} from '#server/mail/mail-text.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';

const benefits = { facts: premiumBenefits.map(({ name, text }) => [name, text] as const) };

export const purchaseMail = defineMail({
  name: 'premium-bought',
  group: 'Premium and payments',
  when: 'Somebody buys Premium.',
  to: 'the owner',
  variables: {
    username: usernameVariable,
    price: textVariable('what it costs', '$29 a month'),
    amount: textVariable('the sum of the first payment', '$29'),
    credit: textVariable('the part of it that came from the credit', '$5'),
    card: textVariable('the part that the card paid', '$24'),
    next: textVariable('the next payment', '$29'),
    date: textVariable('the day of the next payment', 'June 12, 2027'),
    number: textVariable('the number of the bill', 'A1B2C3D4-0001'),
    benefits: blockVariable('what Premium brings', [benefits]),
    bills: linkVariable('leads to all bills', '/dashboard/bills'),
    dashboard: dashboardLink,
  },
  conditions: {
    paid: { means: 'the first payment is made', example: true },
    credited: { means: 'a credit paid for it, or for a part of it', example: false },
    numbered: { means: 'the bill has a number', example: true },
    due: { means: 'the day of the next payment is known', example: true },
  },
  subject: 'Welcome to Premium',
  text: [
    'Hello {{username}},',
    'Thank you: all listings of your account have Premium now, also those that you add later. It costs {{price}} and renews by itself; you can cancel or change it at any time from your dashboard.',
    '{{when paid}} {{when not credited}} Your first payment, {{amount}}, is made. You find the bill under Your bills.',
    '{{when paid}} {{when credited}} Your first payment, {{amount}}, is made: your credit paid {{credit}} of it, and your card {{card}}. You find the bill under Your bills.',
    '{{when paid}} {{when numbered}} The number of the bill is {{number}}.',
    '{{when due}} The next payment, {{next}}, is due on {{date}}.',
    '{{benefits}}',
    '{{bills: Your bills}}',
    '{{dashboard: Open your dashboard}}',
  ],
});

interface Purchase {
  userId: string;
  interval: UpgradeInterval;
  amountCents: number | null;
  /** The first bill; null when the payment service knows none. */
  bill: Stripe.Invoice | null;
}

/** The welcome to Premium: the price, the first payment and the next one, what it brings, and the way to end it. */
export async function mailPurchase(
  tx: Database,
  { userId, interval, amountCents, bill }: Purchase,
  { city, env, now }: Pick<Services, 'city' | 'env' | 'now'>,
): Promise<void> {
  const [owner] = await tx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (owner === undefined) return;
  const key = upgradePriceKey[interval];
  const cents = amountCents ?? centsOf(city.facts.prices, key);
  const plusTax = env.stripe?.collectsTax ? ' plus tax' : '';
  const nextAt = bill === null ? null : periodEnd(bill);
  const letter = composeLetter({ city, env }, purchaseMail, {
    username: owner.username,
    price: `${formatDollars(cents)} a ${catalogue[key].interval}${plusTax}`,
    ...firstPayment(bill),
    next: `${formatDollars(cents)}${plusTax}`,
    due: nextAt !== null && nextAt > now(),
    date: nextAt === null ? '' : formatDate(nextAt, city.facts.timeZone),
    benefits: [benefits],
    bills: `${env.siteUrl}/dashboard/bills`,
    dashboard: `${env.siteUrl}/dashboard`,
  });
  const replyTo = replyToTown(city);
  await enqueue(tx, sendMail, { to: owner.email, ...letter, replyTo });
}

function firstPayment(bill: Stripe.Invoice | null) {
  const isPaid = bill?.status === 'paid' && bill.total > 0;
  const { total, amount_paid: card, number } = bill ?? { total: 0, amount_paid: 0, number: null };
  const credit = isPaid ? total - card : 0;
  return {
    ...{ paid: isPaid, amount: formatDollars(total), credited: credit > 0 },
    ...{ credit: formatDollars(credit), card: formatDollars(card), numbered: number !== null, number: number ?? '' },
  };
}

/** Null: the bill is for no time. */
function periodEnd({ lines }: Stripe.Invoice): Date | null {
  const end = Math.max(0, ...lines.data.map(({ period }) => period.end));
  return end === 0 ? null : new Date(end * 1000);
}
