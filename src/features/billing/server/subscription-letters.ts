/** The mails about a subscription, each sent once: a failed payment, a coming end, the end, and a change of plan. */
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { accountDeletions, claims, subscriptions, users } from '#server/db/schema/index.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { isLive } from '#server/stripe/subscription-states.ts';
import { formatDollars } from '#shared/money.ts';
import { billedKind, productNames } from '../catalogue.ts';
import { firstPaymentBy, owedBy, planEnd } from '../plan-end.ts';
import { titleOf } from '../plan-title.ts';
import { hasComeBack } from './came-back.ts';
import { discountOfPlan } from './discount-of-plan.ts';
import { droppedClaim } from './dropped-claim.ts';
import { endedLetter, endingLetter } from './ending-letters.ts';
import { isBanned } from './give-back-of-banned.ts';
import { hasKeptAccount } from './has-kept-account.ts';
import { type Compose, type Context, dateOf, describeAmount, planNameOf, priceOf } from './plan-in-mails.ts';
import { readFirstDue } from './read-first-due.ts';
import type { PaidInvoice, SubscriptionTruth } from './read-subscription.ts';
import * as mails from './subscription-texts.ts';

type Row = typeof subscriptions.$inferSelect;

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
      if (!(await isBanned(tx, userId)))
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
    // The mails about the hand-over have named that day.
    if (await hasComeBack(tx, row.id)) return { ...told, toldEndsAt: endsAt };
    // Staff may have ended it with a ban, of which nobody is told.
    if (!(await isBanned(tx, userId))) {
      await send(tx, userId, await endingLetter(tx, { known, row }, endsAt, context), context);
    }
    const dropped = droppedPrice(known, row);
    return { ...told, ...dropped, toldEndsAt: endsAt };
  }
  if (goesOn) {
    const isBack = known?.endsAt != null && (await hasComeBack(tx, row.id));
    if (row.toldEndsAt === null && !isBack) return told;
    if (!(await isBanned(tx, userId))) await send(tx, userId, await keptLetter(tx, { row, isBack }, context), context);
    return { ...told, toldEndsAt: null, droppedPriceKey: null, droppedPriceCents: null };
  }
  // The letters of a claim tell its end.
  if (row.endedAt === null || row.toldEndedAt !== null || row.kind !== 'owner_premium') return told;
  if (!(await isBanned(tx, userId))) {
    await send(tx, userId, await endedLetter(tx, { userId, endedAt: row.endedAt }, context), context);
  }
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

/** Answers go to the town, because money invites questions. */
async function send(tx: Database, userId: string, compose: Compose, { city, env }: Context): Promise<void> {
  const [owner] = await tx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (owner === undefined) return;
  const letter = compose({ username: owner.username, dashboard: `${env.siteUrl}/dashboard` });
  const replyTo = replyToTown(city);
  await enqueue(tx, sendMail, { to: owner.email, ...letter, replyTo });
}

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

/** A cancellation drops the change between month and year that was planned. */
function droppedPrice(known: Row | undefined, row: Row): Partial<Row> {
  if (row.kind !== 'owner_premium' || !known?.nextPriceKey || row.nextPriceKey !== null) return {};
  return { droppedPriceKey: known.nextPriceKey, droppedPriceCents: known.nextPriceCents };
}

async function keptLetter(
  tx: Database,
  { row, isBack }: { row: Row; isBack: boolean },
  context: Context,
): Promise<Compose> {
  const price = `${priceOf(row)}${(await hasDiscount(tx, row)) ? ' before your discount' : ''}`;
  const plan = await planNameOf(tx, row);
  const by = owedBy(row);
  const dueAt = by ?? row.paidThrough ?? (await readFirstDue(tx, row.id))?.at ?? null;
  const date = dueAt === null ? '' : dateOf(dueAt, context);
  const isFirst = firstPaymentBy(row) !== null;
  const when = { due: date !== '' && by === null, owed: isFirst, renewal: by !== null && !isFirst };
  const lost =
    row.droppedPriceKey === null
      ? await droppedClaim(tx, row)
      : describeAmount(row.droppedPriceKey, row.droppedPriceCents);
  const values = {
    plan,
    title: titleOf(row.kind, plan),
    price,
    date,
    next: lost ?? '',
    ...when,
    dropped: lost !== null,
    back: isBack,
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
