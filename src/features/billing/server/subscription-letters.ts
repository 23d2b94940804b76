/** The mails about a subscription, each sent once: a failed payment, a coming end, the end, and a change of plan. */
import { and, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { accountDeletions, businesses, claims, subscriptions, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import type { LaidOutLetter } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { isLive, liveStatuses } from '#server/stripe/subscription-states.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { billedKind, catalogue, lookupKeys, productNames } from '../catalogue.ts';
import { firstPaymentBy, owedBy, planEnd } from '../plan-end.ts';
import { planTitle, titleOf } from '../plan-title.ts';
import { discountOfPlan } from './discount-of-plan.ts';
import { droppedClaim } from './dropped-claim.ts';
import { hasKeptAccount } from './has-kept-account.ts';
import { listPrepaid } from './prepaid-premium.ts';
import { readFirstDue } from './read-first-due.ts';
import type { PaidInvoice, SubscriptionTruth } from './read-subscription.ts';
import { notSample } from './sample-subscription.ts';
import * as mails from './subscription-texts.ts';

type Row = typeof subscriptions.$inferSelect;
type Context = Pick<Services, 'city' | 'env'>;

/** Runs in the transaction that wrote the row: a mail is sent if and only if its event is on record. */
export async function writeSubscriptionLetters(
  tx: Database,
  {
    known,
    row,
    truth,
  }: { known: Row | undefined; row: Row; truth: Pick<SubscriptionTruth, 'lastPaid' | 'hadFreeTime' | 'owedCents'> },
  context: Context,
): Promise<void> {
  if (row.userId === null) return;
  if (truth.lastPaid !== null && (await isReceiptDue(tx, { known, row }, truth))) {
    await send(tx, row.userId, await receiptLetter(tx, { known, row }, truth.lastPaid, context), context);
  }
  const change = known === undefined ? null : changeLetter(known, row, context);
  if (change !== null) await send(tx, row.userId, change, context);
  const told = await write(tx, { known, row, owedCents: truth.owedCents }, row.userId, context);
  if (Object.keys(told).length > 0) await tx.update(subscriptions).set(told).where(eq(subscriptions.id, row.id));
}

/** Returns the columns that note the sent mails. */
async function write(
  tx: Database,
  { known, row, owedCents }: { known: Row | undefined; row: Row; owedCents: number | null },
  userId: string,
  context: Context,
): Promise<Partial<Row>> {
  const goesOn = isLive(row.status);
  const told: Partial<Row> = {};
  // The mail about the hand-over says what becomes of the plan.
  if (await wasHandedOver(tx, row)) return told;
  if (goesOn && row.failedAt !== null) {
    if (row.toldUnpaidInvoiceId !== row.latestInvoiceId) {
      await send(tx, userId, await failedLetter(tx, row, owedCents, context), context);
      told.toldUnpaidInvoiceId = row.latestInvoiceId;
    }
    if (owedBy(row) === null) return told;
  }
  // A canceled hold has cost nothing; the claim's own mails explain it.
  if (row.paidThrough === null && !(await hasListing(tx, row))) return told;
  const endsAt = planEnd(row);
  if (goesOn && endsAt !== null) {
    if (row.toldEndsAt?.getTime() === endsAt.getTime()) return told;
    // The mail about the end of the account names its plans, and the one about its stay says that they go on.
    if ((await tx.$count(accountDeletions, eq(accountDeletions.userId, userId))) > 0) return told;
    if (known?.endsAt?.getTime() === row.endsAt?.getTime() && (await hasKeptAccount(tx, userId))) return told;
    await send(tx, userId, await endingLetter(tx, { known, row }, endsAt, context), context);
    return { ...told, toldEndsAt: endsAt };
  }
  if (goesOn) {
    if (row.toldEndsAt === null) return told;
    await send(tx, userId, await keptLetter(tx, row, context), context);
    return { ...told, toldEndsAt: null };
  }
  // The letters of a claim tell its end.
  if (row.endedAt === null || row.toldEndedAt !== null || row.kind !== 'owner_premium') return told;
  await send(tx, userId, await endedLetter(tx, { userId, endedAt: row.endedAt }, context), context);
  return { toldEndedAt: row.endedAt };
}

/** A receipt is sent for the first payment of a claim, and for a payment that did not go through before. */
async function isReceiptDue(
  tx: Database,
  { known, row }: { known: Row | undefined; row: Row },
  { hadFreeTime }: Pick<SubscriptionTruth, 'hadFreeTime'>,
): Promise<boolean> {
  const before = known?.paidThrough ?? null;
  if (row.paidThrough === null || (before !== null && row.paidThrough <= before)) return false;
  if (await wasHandedOver(tx, row)) return false;
  if (wasDeclined(known)) return isLive(row.status);
  // The mail to somebody who goes on and is charged at once says that it is paid.
  return row.kind !== 'owner_premium' && before === null && hadFreeTime && (await hasListing(tx, row));
}

const wasDeclined = (known: Row | undefined) => Boolean(known?.failedAt && known.toldUnpaidInvoiceId);

/** Tells whether the claim of a plan was approved, and its claimant has the listing. */
const hasListing = async (tx: Database, { id }: Row): Promise<boolean> =>
  (await tx.$count(claims, and(eq(claims.subscriptionId, id), inArray(claims.status, ['approved', 'ending'])))) > 0;

/** Tells whether the listing of a claim's plan is somebody else's by now. */
export async function wasHandedOver(tx: Database, { id, kind }: Pick<Row, 'id' | 'kind'>): Promise<boolean> {
  const isOver = and(eq(claims.subscriptionId, id), isNotNull(claims.handedOverAt));
  return kind !== 'owner_premium' && (await tx.$count(claims, isOver)) > 0;
}

/** Every mail of this file names these. */
interface Common {
  username: string;
  dashboard: string;
}
type Compose = (common: Common) => LaidOutLetter;

/** Answers go to the town, because money invites questions. */
async function send(tx: Database, userId: string, compose: Compose, { city, env }: Context): Promise<void> {
  const [owner] = await tx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (owner === undefined) return;
  const letter = compose({ username: owner.username, dashboard: `${env.siteUrl}/dashboard` });
  const replyTo = { name: city.facts.name, address: city.facts.contact.email };
  await enqueue(tx, sendMail, { to: owner.email, ...letter, replyTo });
}

/** 'Premium for your listings', 'your plan for García Bakery' */
export async function planNameOf(tx: Database, row: Pick<Row, 'kind' | 'businessId'>): Promise<string> {
  if (row.kind === 'owner_premium' || row.businessId === null) return 'Premium for your listings';
  const [business] = await tx
    .select({ name: businesses.name })
    .from(businesses)
    .where(eq(businesses.id, row.businessId));
  return `your plan for ${business?.name ?? 'your listing'}`;
}

/** '$29 a month', as the plan itself costs: the town's price may have changed since. */
export function describeAmount(priceKey: string | null, cents: number | null): string {
  const key = lookupKeys.find((known) => known === priceKey);
  return key === undefined || cents === null ? 'its price' : `${formatDollars(cents)} a ${catalogue[key].interval}`;
}

const priceOf = ({ priceKey, priceCents }: Row): string => describeAmount(priceKey, priceCents);

/** The change between month and year: planned, taken back, or begun. A coming end has a mail of its own, as has a claim's change. */
function changeLetter(known: Row, row: Row, context: Context): Compose | null {
  if (row.kind !== 'owner_premium') return null;
  if (known.nextPriceKey === row.nextPriceKey || row.endsAt !== null || !isLive(row.status)) return null;
  const price = priceOf(row);
  if (row.nextPriceKey !== null) {
    const date = row.paidThrough === null ? 'its next payment' : dateOf(row.paidThrough, context);
    const next = describeAmount(row.nextPriceKey, row.nextPriceCents);
    return (common) => composeLetter(context, mails.changePlannedMail, { ...common, price, next, date });
  }
  const mail = row.priceKey === known.nextPriceKey ? mails.changedMail : mails.unchangedMail;
  return (common) => composeLetter(context, mail, { ...common, price });
}

const dateOf = (at: Date, { city }: Context) => formatDate(at.toISOString(), city.facts.timeZone);

async function keptLetter(tx: Database, row: Row, context: Context): Promise<Compose> {
  const price = `${priceOf(row)}${(await hasDiscount(tx, row)) ? ' before your discount' : ''}`;
  const plan = await planNameOf(tx, row);
  const by = owedBy(row);
  const dueAt = by ?? row.paidThrough ?? (await readFirstDue(tx, row.id))?.at ?? null;
  const date = dueAt === null ? '' : dateOf(dueAt, context);
  const isFirst = firstPaymentBy(row) !== null;
  const when = { due: date !== '' && by === null, owed: isFirst, renewal: by !== null && !isFirst };
  const lost = await droppedClaim(tx, row);
  const values = {
    plan,
    title: titleOf(row.kind, plan),
    price,
    date,
    next: lost ?? '',
    ...when,
    dropped: lost !== null,
  };
  return (common) => composeLetter(context, mails.keptMail, { ...common, ...values });
}

/** Tells whether staff have given a discount that reaches the next payment. */
async function hasDiscount(tx: Database, { id, paidThrough }: Row): Promise<boolean> {
  return (await discountOfPlan(tx, id, paidThrough ?? new Date(0))) !== null;
}

async function receiptLetter(
  tx: Database,
  { known, row }: { known: Row | undefined; row: Row },
  { totalCents, cardCents, number }: PaidInvoice,
  context: Context,
): Promise<Compose> {
  const plan = await planNameOf(tx, row);
  const goesOn = row.endsAt === null && row.paidThrough !== null;
  const values = {
    plan,
    amount: formatDollars(totalCents),
    number: number ?? '',
    credit: formatDollars(totalCents - cardCents),
    card: formatDollars(cardCents),
    next: row.paidThrough === null ? '' : dateOf(row.paidThrough, context),
    bills: `${context.env.siteUrl}/dashboard/bills`,
  };
  const conditions = {
    numbered: number !== null,
    declined: wasDeclined(known),
    credited: cardCents < totalCents,
    goes: goesOn,
  };
  return (common) => composeLetter(context, mails.receiptMail, { ...common, ...values, ...conditions });
}

async function failedLetter(tx: Database, row: Row, owedCents: number | null, context: Context): Promise<Compose> {
  const plan = await planNameOf(tx, row);
  const until = firstPaymentBy(row);
  return (common) =>
    composeLetter(context, mails.failedMail, {
      ...{ ...common, plan },
      amount: owedCents === null ? priceOf(row) : formatDollars(owedCents),
      price: row.kind === 'owner_premium' ? priceOf(row) : `${productNames[billedKind(row)]}, ${priceOf(row)}`,
      again: row.nextAttemptAt !== null,
      date: row.nextAttemptAt ? dateOf(row.nextAttemptAt, context) : '',
      first: until !== null,
      until: until === null ? '' : dateOf(until, context),
    });
}

async function endingLetter(
  tx: Database,
  { known, row }: { known: Row | undefined; row: Row },
  endsAt: Date,
  context: Context,
): Promise<Compose> {
  const plan = await planNameOf(tx, row);
  const others = await otherPlans(tx, row);
  const values = {
    ...{ plan, title: titleOf(row.kind, plan) },
    date: dateOf(endsAt, context),
    others,
    more: others !== '',
    claim: row.kind !== 'owner_premium',
    dropped: Boolean(known?.nextPriceKey) && row.nextPriceKey === null,
    next: nextOf(known),
  };
  return (common) => composeLetter(context, mails.endingMail, { ...common, ...values });
}

/** 'Claim Premium, $50 a month', '$290 a year'; empty: no change was planned. */
function nextOf(known: Row | undefined): string {
  if (!known?.nextPriceKey) return '';
  const amount = describeAmount(known.nextPriceKey, known.nextPriceCents);
  if (known.kind === 'owner_premium') return amount;
  return `${productNames[billedKind({ kind: known.kind, priceKey: known.nextPriceKey })]}, ${amount}`;
}

/** The person's plans that go on: 'Premium for all your listings, $29 a month' */
async function otherPlans(tx: Database, { id, userId }: Row): Promise<string> {
  const others = and(
    eq(subscriptions.userId, userId ?? ''),
    ne(subscriptions.id, id),
    inArray(subscriptions.status, [...liveStatuses]),
    isNull(subscriptions.endsAt),
    notSample,
  );
  const rows = await tx
    .select({ row: subscriptions, business: businesses.name })
    .from(subscriptions)
    .leftJoin(businesses, eq(businesses.id, subscriptions.businessId))
    .where(others)
    .orderBy(subscriptions.createdAt);
  const lines = rows.map(({ row, business }) => {
    const isAll = row.kind === 'owner_premium';
    const title = planTitle({
      name: productNames[billedKind(row)],
      business: isAll ? null : (business ?? 'your listing'),
    });
    return `${title}, ${priceOf(row)}`;
  });
  return new Intl.ListFormat('en-US').format(lines);
}

interface Ended {
  userId: string;
  endedAt: Date;
}

async function endedLetter(tx: Database, { userId, endedAt }: Ended, context: Context): Promise<Compose> {
  const prepaid = await listPrepaid(tx, userId, endedAt);
  const kept = new Intl.ListFormat('en-US').format(
    prepaid.map(({ business, endsAt }) => `${business} until ${dateOf(new Date(endsAt), context)}`),
  );
  return (common) => composeLetter(context, mails.endedMail, { ...common, kept, more: prepaid.length > 0 });
}
