/** The mails about a plan that is canceled, and about Premium that has ended. */
import { and, desc, eq, gt, inArray, isNull, ne } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, moneyActs, subscriptions } from '#server/db/schema/index.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { liveStatuses } from '#server/stripe/subscription-states.ts';
import { billedKind, productNames } from '../catalogue.ts';
import { lonePremiumValues } from '../lone-premium-words.ts';
import { planTitle, titleOf } from '../plan-title.ts';
import { readLonePremiumAfterClaims } from './lone-premium.ts';
import { type Compose, type Context, dateOf, describeAmount, planNameOf, priceOf } from './plan-in-mails.ts';
import { listPrepaid } from './prepaid-premium.ts';
import { notSample } from './sample-subscription.ts';
import * as mails from './subscription-texts.ts';

const inWords = new Intl.ListFormat('en-US');

type Row = typeof subscriptions.$inferSelect;

export async function endingLetter(
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
    ...(await premiumAfter(tx, row, endsAt, context)),
    ...lonePremiumValues(await loneAfter(tx, row), context.city.facts.timeZone),
    ...(await staffEndOf(tx, row.id)),
  };
  return (common) => composeLetter(context, mails.endingMail, { ...common, ...values });
}

/** The end that staff have just asked for, with their reason. One that the payment service had before belongs to another mail. */
async function staffEndOf(tx: Database, subscriptionId: string) {
  const { kind, createdAt } = moneyActs;
  const isWish = and(eq(moneyActs.subscriptionId, subscriptionId), inArray(kind, ['plan-end', 'plan-kept']));
  const [wish] = await tx.select().from(moneyActs).where(isWish).orderBy(desc(createdAt)).limit(1);
  if (wish?.kind !== 'plan-end' || wish.toldEndedAt !== null) return { staff: false, reason: [] };
  return { staff: true, reason: [{ quote: wish.reason }] };
}

const loneAfter = async (tx: Database, { kind, userId, businessId }: Row) =>
  kind === 'owner_premium' || userId === null || businessId === null
    ? null
    : ((await readLonePremiumAfterClaims(tx, { businessIds: [businessId], ownerId: userId })).get(businessId) ?? null);

/** The Premium that the listings still have once that for all of them has ended. */
async function premiumAfter(tx: Database, { kind, userId }: Row, endsAt: Date, context: Context) {
  const none = { premium: kind === 'owner_premium', rests: false, rest: '', some: false, kept: '' };
  if (!none.premium || userId === null) return none;
  const isGiven = and(
    eq(moneyActs.userId, userId),
    inArray(moneyActs.kind, ['complimentary', 'cash']),
    isNull(moneyActs.endedAt),
    gt(moneyActs.endsAt, endsAt),
  );
  const [given] = await tx.select().from(moneyActs).where(isGiven).orderBy(desc(moneyActs.endsAt)).limit(1);
  if (given?.endsAt) return { ...none, rests: true, rest: dateOf(given.endsAt, context) };
  const kept = [
    ...(await premiumClaims(tx, userId, endsAt, context)),
    ...(await prepaidTitles(tx, userId, endsAt, context)),
  ];
  return { ...none, some: kept.length > 0, kept: inWords.format(kept) };
}

async function prepaidTitles(tx: Database, userId: string, at: Date, context: Context): Promise<string[]> {
  const prepaid = await listPrepaid(tx, userId, at);
  return prepaid.map(({ business, endsAt }) => `${business} until ${dateOf(new Date(endsAt), context)}`);
}

async function premiumClaims(tx: Database, userId: string, at: Date, context: Context): Promise<string[]> {
  const isTheirs = and(
    eq(subscriptions.userId, userId),
    eq(subscriptions.kind, 'claim_premium'),
    inArray(subscriptions.status, [...liveStatuses]),
    notSample,
  );
  const rows = await tx
    .select({ row: subscriptions, business: businesses.name })
    .from(subscriptions)
    .innerJoin(businesses, and(eq(businesses.id, subscriptions.businessId), eq(businesses.ownerId, userId)))
    .where(isTheirs)
    .orderBy(businesses.name);
  return rows.flatMap(({ row, business }) => {
    const ends = row.endsAt ?? (row.nextPriceKey === null ? null : row.paidThrough);
    if (ends === null) return [`${business} with its claim`];
    return ends > at ? [`${business} until ${dateOf(ends, context)}`] : [];
  });
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
  return inWords.format(lines);
}

interface Ended {
  userId: string;
  endedAt: Date;
}

export async function endedLetter(tx: Database, { userId, endedAt }: Ended, context: Context): Promise<Compose> {
  const prepaid = await prepaidTitles(tx, userId, endedAt, context);
  const kept = inWords.format(prepaid);
  return (common) => composeLetter(context, mails.endedMail, { ...common, kept, more: prepaid.length > 0 });
}
