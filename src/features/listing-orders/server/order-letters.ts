/** The mails about a paid listing. */
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import { describePrice } from '#features/billing/price-story.ts';
import { queueLinePath } from '#features/staff-frame/queue-line.ts';
import type { Database } from '#server/db/client.ts';
import type { listingOrders } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { type LetterPart, layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { isLive } from '#server/stripe/stripe-client.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { orderNumber } from '#shared/order-number.ts';
import { detailFields, detailNames } from '../details-fields.ts';
import { planNames } from '../plans.ts';
import { orderProof } from './order-cookie.ts';
import * as mails from './order-texts.ts';

type Order = typeof listingOrders.$inferSelect;
type LetterServices = Pick<Services, 'city' | 'env'>;

function facts(order: Order, { city }: LetterServices): LetterPart {
  return {
    facts: [
      ['Listing', planNames[order.plan]],
      ...(order.businessName ? [['Business', order.businessName] as const] : []),
      ['Amount', formatDollars(order.amountCents)],
      ...(order.paidAt ? [['Paid', formatDate(order.paidAt.toISOString(), city.facts.timeZone)] as const] : []),
      ['Order', orderNumber(order.id)],
    ],
  };
}

/** Marks test payments, so that nobody who tries the site out takes the mail for a bill. */
const isTest = ({ env }: LetterServices): boolean => Boolean(env.stripe && !isLive(env.stripe));

/** The page on which the buyer says what the listing is made from. */
const detailsPage = async (tx: Database, { env }: LetterServices, { id }: Order) =>
  `${env.siteUrl}/listing-details?order=${await orderProof(tx, id)}`;

/** The receipt, which also says what happens next. */
export async function mailReceipt(tx: Database, services: LetterServices, order: Order, to: string): Promise<void> {
  const letter = composeLetter(services, mails.receiptMail, {
    plan: planNames[order.plan],
    amount: formatDollars(order.amountCents),
    details: [facts(order, services)],
    link: await detailsPage(tx, services, order),
    asks: order.details === null,
    test: isTest(services),
  });
  await enqueue(tx, sendMail, { to, ...letter, replyTo: replyToTown(services.city) });
}

interface DoneLetter {
  order: Order;
  /** undefined: staff have not said which one it is. */
  listing: { slug: string; name: string } | undefined;
  to: string;
  /** It is in the buyer's account now; or nobody has it, and the link makes it the buyer's. */
  isOwned: boolean;
  isFree: boolean;
}

export async function mailOrderDone(
  tx: Database,
  services: LetterServices,
  { order, listing, to, isOwned, isFree }: DoneLetter,
  startAfter: Date,
): Promise<string | null> {
  const { facts: town } = services.city;
  const name = oneLine(listing?.name ?? order.businessName ?? '');
  const until = order.premiumUntil && formatDate(order.premiumUntil.toISOString(), town.timeZone);
  const { siteUrl } = services.env;
  const letter = composeLetter(services, mails.orderDoneMail, {
    business: name || 'Your listing',
    plan: planNames[order.plan],
    included: until !== null,
    date: until ?? '',
    listed: listing !== undefined,
    owned: isOwned,
    free: isFree,
    take: await detailsPage(tx, services, order),
    dashboard: `${siteUrl}/dashboard`,
    view: listing ? `${siteUrl}/business/${listing.slug}` : null,
    directory: `${siteUrl}/directory`,
  });
  return enqueue(tx, sendMail, { to, ...letter, replyTo: replyToTown(services.city) }, { startAfter });
}

/** Tells who paid that the listing went to an account of another mailbox. */
export async function mailListingTaken(
  tx: Database,
  services: LetterServices,
  taken: { business: string; username: string; to: string },
): Promise<void> {
  const letter = composeLetter(services, mails.listingTakenMail, {
    business: oneLine(taken.business),
    username: taken.username,
  });
  await enqueue(tx, sendMail, { to: taken.to, ...letter, replyTo: replyToTown(services.city) });
}

interface PremiumEnd {
  business: { slug: string; name: string; hasOwner: boolean };
  until: Date;
  isOver: boolean;
  to: string;
}

/** The letters a week before the included Premium ends, and at its end. */
export async function mailPremiumEnd(
  tx: Database,
  services: LetterServices,
  { business, until, isOver, to }: PremiumEnd,
): Promise<void> {
  const { city, env } = services;
  const name = oneLine(business.name);
  const date = formatDate(until.toISOString(), city.facts.timeZone);
  const letter = composeLetter(services, isOver ? mails.includedEndedMail : mails.includedEndingMail, {
    business: name,
    date,
    owned: business.hasOwner,
    premium: describePrice(city.facts.prices, 'premium'),
    claim: describePrice(city.facts.prices, 'claimPremium'),
    more: `${env.siteUrl}/get-listed`,
    link: `${env.siteUrl}/claim-business?business=${business.slug}`,
  });
  await enqueue(tx, sendMail, { to, ...letter, replyTo: replyToTown(services.city) });
}

interface RefundLetter {
  order: Order;
  to: string;
  /** The amount that goes back now. */
  cents: number;
  /** Nothing of the payment is left. */
  isWhole: boolean;
  reason: string;
}

export async function mailRefund(
  tx: Database,
  services: LetterServices,
  { order, to, cents, isWhole, reason }: RefundLetter,
): Promise<void> {
  const values = {
    amount: formatDollars(cents),
    reason: [{ quote: reason }],
    details: [facts(order, services)],
  };
  const letter =
    cents === order.amountCents
      ? composeLetter(services, mails.orderRefundMail, values)
      : composeLetter(services, mails.orderPartRefundMail, {
          ...values,
          paid: formatDollars(order.amountCents),
          whole: isWhole,
          included: order.plan === 'premium',
        });
  await enqueue(tx, sendMail, { to, ...letter, replyTo: replyToTown(services.city) });
}

async function tellStaff(tx: Database, services: LetterServices, subject: string, parts: LetterPart[]): Promise<void> {
  const letter = layOutLetter(services.city, services.env, { subject, parts });
  await mailStaff(tx, 'orders', letter, services);
}

export function mailPaidOrderToStaff(tx: Database, services: LetterServices, order: Order): Promise<void> {
  return tellStaff(tx, services, `Paid: a ${planNames[order.plan]} listing`, [
    'Somebody paid for a listing. It waits in the queue and is due within 24 hours.',
    facts(order, services),
    ...(order.email ? [`They can be reached at ${order.email}.`] : ['They left no email address.']),
    { label: 'Open it in the queue', url: services.env.siteUrl + queueLinePath(order.id) },
  ]);
}

function sentFacts({ details }: Order): [label: string, text: string][] {
  return detailNames.flatMap((field): [string, string][] => {
    const text = details?.[field];
    return text ? [[detailFields[field].label, text]] : [];
  });
}

/** Goes to whom the order names; nobody else learns what was sent. */
export async function mailDetailsCopy(tx: Database, services: LetterServices, order: Order): Promise<void> {
  if (order.email === null) return;
  const letter = composeLetter(services, mails.detailsMail, {
    business: oneLine(order.businessName ?? '') || 'your listing',
    sent: [{ facts: sentFacts(order) }],
    link: await detailsPage(tx, services, order),
  });
  await enqueue(tx, sendMail, { to: order.email, ...letter, replyTo: replyToTown(services.city) });
}

export function mailDetailsToStaff(tx: Database, services: LetterServices, order: Order): Promise<void> {
  return tellStaff(tx, services, 'What a paid listing is to say', [
    'Who paid for a listing has sent what it is to be made from.',
    ...(order.businessId === null
      ? []
      : ['Its listing is begun already: Take over what they sent, on its page, fills what is empty there.']),
    { facts: sentFacts(order) },
    facts(order, services),
    order.businessId === null
      ? { label: 'Open it in the queue', url: services.env.siteUrl + queueLinePath(order.id) }
      : { label: 'Open the listing', url: `${services.env.siteUrl}/staff/businesses/${order.businessId}` },
  ]);
}

export function mailWithdrawalToStaff(tx: Database, services: LetterServices, order: Order): Promise<void> {
  const what = order.refundedAt ? 'given back' : "disputed by the card's owner";
  return tellStaff(tx, services, `A listing's payment is ${what}`, [
    `This payment is ${what}. Its listing stays as it is until you decide otherwise.`,
    facts(order, services),
  ]);
}

/** The list of the staff page in which an order stands. */
const listOf: Partial<Record<Order['status'], string>> = { handled: '?state=done', withdrawn: '?state=withdrawn' };

interface FailedRefund {
  order: Order;
  /** The order's status until now. */
  was: Order['status'];
  cents: number;
}

export function mailFailedRefundToStaff(
  tx: Database,
  services: LetterServices,
  { order, was, cents }: FailedRefund,
): Promise<void> {
  const { status, email } = order;
  const premium = order.premiumUntil === null ? '' : ', and the Premium that came with it runs again';
  const follows =
    status === was
      ? 'The order stays as it is.'
      : status === 'paid'
        ? 'The order waits in the queue again.'
        : `The order counts as set up again${premium}.`;
  return tellStaff(tx, services, `A refund of ${formatDollars(cents)} did not arrive`, [
    `The bank could not take ${formatDollars(cents)} that was given back, so the money is with the payment service again. ${follows}`,
    'Who paid has not been told. Ask them how the money can reach them, or give it back once more.',
    facts(order, services),
    ...(email ? [`They can be reached at ${email}.`] : ['They left no email address.']),
    { label: 'Open the paid orders', url: `${services.env.siteUrl}/staff/orders${listOf[status] ?? ''}` },
  ]);
}
