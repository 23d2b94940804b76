/** The mails about a listing for which a former owner had paid. */

import { eq } from 'drizzle-orm';
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import { productNames } from '#features/billing/catalogue.ts';
import type { Database } from '#server/db/client.ts';
import { type businesses, users } from '#server/db/schema/index.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { type LaidOutLetter, layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { costsAfter } from '../hand-over-words.ts';
import type { ClaimRow, Context } from './claim-rows.ts';
import { goesOnMail, timeEndsMail, timeOverMail } from './hand-over-texts.ts';

type Business = typeof businesses.$inferSelect;
type Person = Pick<typeof users.$inferSelect, 'username' | 'email'>;

const dateOf = (at: Date | null, { city }: Context) => (at === null ? '' : formatDate(at, city.facts.timeZone));

const claimPage = ({ slug }: Business, { env }: Context) => `${env.siteUrl}/claim-business?business=${slug}`;

async function send(tx: Database, to: Person, letter: LaidOutLetter, { city }: Context): Promise<void> {
  const replyTo = replyToTown(city);
  await enqueue(tx, sendMail, { to: to.email, ...letter, replyTo });
}

const values = (to: Person, business: Business, claim: ClaimRow, context: Context) => ({
  username: to.username,
  business: oneLine(business.name),
  date: dateOf(claim.paidUntil, context),
  costs: costsAfter(context.city.facts.prices, claim.plan),
});

/** Says that the paid time is about to end. */
export async function mailTimeEnds(
  tx: Database,
  { claim, business, to }: { claim: ClaimRow; business: Business; to: Person },
  context: Context,
): Promise<void> {
  const go = claimPage(business, context);
  const letter = composeLetter(context, timeEndsMail, {
    ...values(to, business, claim, context),
    go,
    own: claim.userId === claim.successorId,
    premium: claim.plan === 'premium',
  });
  await send(tx, to, letter, context);
}

/** Says that the listing has no owner any more: to who had taken it over, and to staff. */
export async function mailTimeOver(
  tx: Database,
  { claim, business, ownerId }: { claim: ClaimRow; business: Business; ownerId: string },
  context: Context,
): Promise<void> {
  const [to] = await tx.select().from(users).where(eq(users.id, ownerId));
  const isOwn = claim.userId === ownerId;
  const back = claim.paidUntil !== null && claim.paidUntil > context.now();
  if (to !== undefined && to.bannedAt === null) {
    const letter = composeLetter(context, timeOverMail, {
      ...values(to, business, claim, context),
      again: claimPage(business, context),
      back,
      own: isOwn,
    });
    await send(tx, to, letter, context);
  }
  const how = isOwn ? 'Its owner had paid for it' : 'It was handed over while its former owner had paid for it';
  const why = back ? `${how}, and that payment was given back.` : `${how}; nobody pays for the time after.`;
  await tellStaff(tx, { subject: 'Listing without owner again', business, facts: [['Why', why]] }, context);
}

/** Says how it goes on for somebody who had taken the listing over. */
export async function mailGoesOn(
  tx: Database,
  given: { claim: ClaimRow; business: Business; to: Person; from: Date; hadPremium: boolean; isCharged: boolean },
  context: Context,
): Promise<void> {
  const { claim, business, to, from, hadPremium, isCharged } = given;
  const tax = context.env.stripe?.collectsTax ? ' plus tax' : '';
  const letter = composeLetter(context, goesOnMail, {
    username: to.username,
    business: oneLine(business.name),
    date: dateOf(from, context),
    price: `${formatDollars(claim.amountCents)}${tax} a month`,
    plan: productNames[`claim_${claim.plan}`],
    premium: claim.plan === 'premium' && claim.amountCents > 0,
    had: hadPremium,
    free: claim.amountCents === 0,
    now: isCharged,
    dashboard: `${context.env.siteUrl}/dashboard`,
  });
  await send(tx, to, letter, context);
}

interface Notice {
  subject: string;
  business: Business;
  facts: readonly (readonly [label: string, text: string])[];
}

async function tellStaff(tx: Database, { subject, business, facts }: Notice, context: Context): Promise<void> {
  const name = oneLine(business.name);
  const letter = layOutLetter(context.city, context.env, {
    subject: `${subject}: ${name}`,
    parts: [
      { facts: [['Business', name], ['Address', business.address ?? ''], ...facts] },
      { label: 'Open the listing', url: `${context.env.siteUrl}/staff/businesses/${business.id}` },
    ],
  });
  await mailStaff(tx, 'claims', letter, context);
}

/** Tells staff by name who has handed a paid listing to whom. */
export async function noticeHandOver(
  tx: Database,
  { business, from, to, until }: { business: Business; from: Person; to: Person; until: Date },
  context: Context,
): Promise<void> {
  const facts = [
    ['From', `${from.username} (${from.email})`],
    ['To', `${to.username} (${to.email})`],
    ['Paid until', `${dateOf(until, context)}; the plan is not renewed`],
  ] as const;
  await tellStaff(tx, { subject: 'Paid listing handed over', business, facts }, context);
}
