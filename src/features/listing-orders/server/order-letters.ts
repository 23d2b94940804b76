/** The mails about a paid listing. */
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import { describePrice } from '#features/billing/price-story.ts';
import type { Database } from '#server/db/client.ts';
import type { listingOrders } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { type LetterPart, layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { isLive } from '#server/stripe/stripe-client.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { planNames } from '../plans.ts';

type Order = typeof listingOrders.$inferSelect;
type LetterServices = Pick<Services, 'city' | 'env'>;

function facts(order: Order, { city }: LetterServices): LetterPart {
  return {
    facts: [
      ['Listing', planNames[order.plan]],
      ...(order.businessName ? [['Business', order.businessName] as const] : []),
      ['Amount', formatDollars(order.amountCents)],
      ...(order.paidAt ? [['Paid', formatDate(order.paidAt.toISOString(), city.facts.timeZone)] as const] : []),
      ['Order', order.id],
    ],
  };
}

/** Marks test payments, so that nobody who tries the site out takes the mail for a bill. */
function testMark({ env }: LetterServices): string[] {
  return env.stripe && !isLive(env.stripe) ? ['This was a test payment: no real card was charged.'] : [];
}

function replyTo({ city }: LetterServices) {
  return { replyTo: { name: city.facts.name, address: city.facts.contact.email } };
}

export async function mailReceipt(tx: Database, services: LetterServices, order: Order, to: string): Promise<void> {
  const letter = layOutLetter(services.city, services.env, {
    subject: `Your receipt: ${planNames[order.plan]} listing, ${formatDollars(order.amountCents)}`,
    parts: ['Thank you for your payment.', facts(order, services), ...testMark(services)],
  });
  await enqueue(tx, sendMail, { to, ...letter, ...replyTo(services) });
}

export async function mailConfirmation(
  tx: Database,
  services: LetterServices,
  order: Order,
  to: string,
): Promise<void> {
  const { name, region } = services.city.facts;
  const letter = layOutLetter(services.city, services.env, {
    subject: order.businessName ? `We are on it: ${order.businessName}` : 'We are on it: your listing',
    parts: [
      `Thank you for your ${planNames[order.plan]} listing in the ${name}, ${region} business directory.`,
      'We are looking at it now, and it will be activated within 24 hours. If we need anything from you, we will write to this address; to tell us something, just answer this email.',
      facts(order, services),
      ...testMark(services),
    ],
  });
  await enqueue(tx, sendMail, { to, ...letter, ...replyTo(services) });
}

interface DoneLetter {
  order: Order;
  /** undefined: staff have not said which one it is. */
  listing: { slug: string; name: string } | undefined;
  to: string;
}

export async function mailOrderDone(
  tx: Database,
  services: LetterServices,
  { order, listing, to }: DoneLetter,
): Promise<void> {
  const { facts: town } = services.city;
  const name = oneLine(listing?.name ?? order.businessName ?? '');
  const until = order.premiumUntil && formatDate(order.premiumUntil.toISOString(), town.timeZone);
  const letter = layOutLetter(services.city, services.env, {
    subject: name ? `${name} is set up` : 'Your listing is set up',
    parts: [
      `Your ${planNames[order.plan]} listing in the ${town.name} business directory is active.`,
      ...(until
        ? [
            `Premium is included until ${until}. It then ends by itself, and nothing more is charged. The listing stays.`,
          ]
        : []),
      listing
        ? { label: 'See your listing', url: `${services.env.siteUrl}/business/${listing.slug}` }
        : { label: 'Open the directory', url: `${services.env.siteUrl}/directory` },
    ],
  });
  await enqueue(tx, sendMail, { to, ...letter, ...replyTo(services) });
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
  const what = isOver
    ? `The Premium that came with your listing of ${name} ended on ${date}.`
    : `The Premium that came with your listing of ${name} ends on ${date}.`;
  const how = business.hasOwner
    ? `The owner of the listing can have Premium for ${describePrice(city.facts.prices, 'premium')}, from the dashboard once the included time is over.`
    : `To keep Premium, claim the listing with Premium for ${describePrice(city.facts.prices, 'claimPremium')}.`;
  const letter = layOutLetter(city, env, {
    subject: isOver ? `Premium for ${name} has ended` : `Premium for ${name} ends on ${date}`,
    parts: [
      what,
      'It ends by itself: nothing is charged, and you need not do anything. The listing stays in the directory as a basic listing, with everything that is stored.',
      how,
      business.hasOwner
        ? { label: 'What Premium adds', url: `${env.siteUrl}/get-listed` }
        : { label: 'Claim the listing', url: `${env.siteUrl}/claim-business?business=${business.slug}` },
    ],
  });
  await enqueue(tx, sendMail, { to, ...letter, ...replyTo(services) });
}

export async function mailRefund(
  tx: Database,
  services: LetterServices,
  { order, to, reason }: { order: Order; to: string; reason: string },
): Promise<void> {
  const letter = layOutLetter(services.city, services.env, {
    subject: `Your payment of ${formatDollars(order.amountCents)} is on its way back`,
    parts: [
      'We have given your payment back. It takes your bank five to ten days to show it.',
      { quote: reason },
      facts(order, services),
    ],
  });
  await enqueue(tx, sendMail, { to, ...letter, ...replyTo(services) });
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
    { label: 'Open the queue', url: `${services.env.siteUrl}/staff` },
  ]);
}

export function mailWithdrawalToStaff(tx: Database, services: LetterServices, order: Order): Promise<void> {
  const what = order.refundedAt ? 'given back' : "disputed by the card's owner";
  return tellStaff(tx, services, `A listing's payment is ${what}`, [
    `This payment is ${what}. Its listing stays as it is until you decide otherwise.`,
    facts(order, services),
  ]);
}
