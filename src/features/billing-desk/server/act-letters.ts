/** The mails about what staff have done with a person's money or plan. */
import { eq } from 'drizzle-orm';
import { NIL } from 'uuid';
import { discountTime } from '#features/billing/held-discount.ts';
import { isBanned } from '#features/billing/server/give-back-of-banned.ts';
import { describeAmount, planNameOf } from '#features/billing/server/plan-in-mails.ts';
import { wasHandedOver } from '#features/billing/server/subscription-letters.ts';
import { heldStatuses } from '#features/claims/claim-states.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, type claims, type subscriptions, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import type { LaidOutLetter } from '#server/mail/lay-out-letter.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { formatDate, startOfDay } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import * as mails from './act-texts.ts';
import * as cardMails from './card-texts.ts';
import { type OtherPremium, otherPremium } from './other-premium.ts';
import type { ActRow } from './record-act.ts';

type Context = Pick<Services, 'city' | 'env'> & {
  /** The mail of an act that can be undone waits until then. */
  startAfter?: Date;
};

/** Every mail of this file names these. */
interface Common {
  username: string;
  dashboard: string;
}

/** Answers go to the town, because money invites questions. Returns the id of the mail's job; null: nobody is left to write to. */
async function mailPerson(
  tx: Database,
  userId: string | null,
  compose: (common: Common) => LaidOutLetter,
  { city, env, startAfter }: Context,
): Promise<string | null> {
  if (userId === null) return null;
  const [person] = await tx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (person === undefined) return null;
  const letter = compose({ username: person.username, dashboard: `${env.siteUrl}/dashboard` });
  const mail = { to: person.email, ...letter, replyTo: replyToTown(city) };
  return enqueue(tx, sendMail, mail, startAfter ? { startAfter } : {});
}

const quoted = (reason: string) => [{ quote: reason }];

interface Refund {
  row: Pick<typeof subscriptions.$inferSelect, 'id' | 'userId' | 'kind' | 'businessId'>;
  cents: number;
  paidCents: number;
  isWhole: boolean;
  reason: string;
}

export async function mailRefund(
  tx: Database,
  { row, cents, paidCents, isWhole, reason }: Refund,
  context: Context,
): Promise<void> {
  const values = {
    plan: await planNameOf(tx, row),
    amount: formatDollars(cents),
    paid: formatDollars(paidCents),
    reason: quoted(reason),
    whole: isWhole,
    claim: row.kind !== 'owner_premium',
    passed: await wasHandedOver(tx, row),
  };
  await mailPerson(
    tx,
    row.userId,
    (common) => composeLetter(context, cardMails.refundMail, { ...common, ...values }),
    context,
  );
}

interface GivenBack extends Pick<Refund, 'row' | 'cents' | 'reason'> {
  /** Null for a plan that no claim has begun. */
  claim: Pick<typeof claims.$inferSelect, 'status'> | null;
  paidAt: string;
}

/** The mail about a charge that the site has given back by itself. */
export async function mailGivenBack(
  tx: Database,
  { row, claim, cents, paidAt, reason }: GivenBack,
  context: Context,
): Promise<void> {
  const { city, env } = context;
  const cameToNothing = claim !== null && !heldStatuses.includes(claim.status) && claim.status !== 'ended';
  const [business] = await tx
    .select({ name: businesses.name, slug: businesses.slug })
    .from(businesses)
    .where(eq(businesses.id, row.businessId ?? NIL));
  // A banned person cannot claim anything.
  const mayClaim = cameToNothing && !(await isBanned(tx, row.userId));
  const values = {
    amount: formatDollars(cents),
    date: formatDate(paidAt, city.facts.timeZone),
    plan: cameToNothing ? `your claim on ${business?.name ?? 'a listing'}` : await planNameOf(tx, row),
    again: mayClaim && business ? `${env.siteUrl}/claim-business?business=${business.slug}` : null,
    reason: quoted(reason),
    claim: mayClaim,
  };
  await mailPerson(
    tx,
    row.userId,
    (common) => composeLetter(context, cardMails.givenBackMail, { ...common, ...values }),
    context,
  );
}

const lastDay = (endsAt: Date, { city }: Context) => formatDate(endsAt, city.facts.timeZone);

type PlanRow = Refund['row'];

export async function mailCredit(tx: Database, row: PlanRow, act: ActRow, context: Context): Promise<void> {
  const values = { amount: formatDollars(act.cents ?? 0), reason: quoted(act.reason) };
  await mailPerson(
    tx,
    row.userId,
    (common) => composeLetter(context, cardMails.creditMail, { ...common, ...values }),
    context,
  );
}

export async function mailDiscount(tx: Database, row: PlanRow, act: ActRow, context: Context): Promise<void> {
  const { percentOff, months, reason } = act;
  const plan = await planNameOf(tx, row);
  const values = { percent: `${percentOff}%`, plan, time: discountTime(months), reason: quoted(reason) };
  await mailPerson(
    tx,
    row.userId,
    (common) => composeLetter(context, cardMails.discountMail, { ...common, ...values }),
    context,
  );
}

export async function mailDiscountEnd(
  tx: Database,
  row: typeof subscriptions.$inferSelect,
  { percentOff, reason }: ActRow,
  context: Context,
): Promise<void> {
  const { priceKey, priceCents, nextPriceKey, nextPriceCents, paidThrough, failedAt } = row;
  const isDue = failedAt === null && paidThrough !== null;
  const values = {
    percent: `${percentOff}%`,
    plan: await planNameOf(tx, row),
    price: nextPriceKey === null ? describeAmount(priceKey, priceCents) : describeAmount(nextPriceKey, nextPriceCents),
    due: isDue,
    date: isDue ? lastDay(paidThrough, context) : '',
    owed: failedAt !== null,
    reason: quoted(reason),
  };
  await mailPerson(
    tx,
    row.userId,
    (common) => composeLetter(context, cardMails.discountEndMail, { ...common, ...values }),
    context,
  );
}

const dayText = (day: string, { city }: Context) =>
  formatDate(startOfDay(day, city.facts.timeZone), city.facts.timeZone);

function receiptOf({ id, receipt, cents, receivedOn, reference }: ActRow, until: string, context: Context) {
  return {
    facts: [
      ['For', `Premium for all your listings, until ${until}`],
      ['Amount', formatDollars(cents ?? 0)],
      ...(receivedOn === null ? [] : [['Received on', dayText(receivedOn, context)] as const]),
      ...(reference ? [['Reference', reference] as const] : []),
      ['Receipt', receipt ?? id],
    ] as const,
  };
}

/** The letter about a plan that staff give; for a cash plan it is the receipt. */
export async function mailPlan(tx: Database, act: ActRow, context: Context): Promise<void> {
  const { kind, endsAt, reason, userId } = act;
  if (endsAt === null) return;
  const until = lastDay(endsAt, context);
  const receipt = receiptOf(act, until, context);
  const other = await otherPremium(tx, act, endsAt);
  const compose = (common: Common) => {
    const besides = { besides: other !== null, other: other === null ? '' : otherInWords(other, context) };
    const values = { ...common, ...besides, date: until, reason: quoted(reason) };
    return kind === 'cash'
      ? composeLetter(context, mails.cashPlanMail, { ...values, receipt: [receipt] })
      : composeLetter(context, mails.givenPlanMail, values);
  };
  await mailPerson(tx, userId, compose, context);
}

export async function mailPlanEnding(tx: Database, act: ActRow, context: Context): Promise<void> {
  if (act.endsAt === null) return;
  const date = lastDay(act.endsAt, context);
  await mailPerson(
    tx,
    act.userId,
    (common) => composeLetter(context, mails.planEndingMail, { ...common, date }),
    context,
  );
}

const otherInWords = ({ until }: OtherPremium, context: Context) =>
  until === null ? 'your card pays for it' : `you have it until ${lastDay(until, context)}`;

interface EarlyEnd {
  reason: string;
  /** Money of the plan that went back or never came. */
  gone: ActRow | null;
  /** Premium that the person has besides. */
  other: OtherPremium | null;
}

/** @param early null at the day itself */
export async function mailPlanEnded(
  tx: Database,
  act: ActRow,
  early: EarlyEnd | null,
  context: Context,
): Promise<string | null> {
  const values = {
    ...goneValues({ plan: act, act: early?.gone ?? null }, context),
    early: early !== null,
    reason: early === null ? [] : quoted(early.reason),
  };
  const other = early?.other ?? null;
  const compose = (common: Common) =>
    other === null || act.endsAt === null
      ? composeLetter(context, mails.planEndedMail, { ...common, ...values })
      : composeLetter(context, mails.planEndedOtherGoesOnMail, {
          ...{ ...common, ...values, date: lastDay(act.endsAt, context) },
          other: otherInWords(other, context),
        });
  return mailPerson(tx, act.userId, compose, context);
}

interface Gone {
  plan: ActRow;
  act: ActRow;
}

/** The money of a cash plan that went back or never came, as the mails tell it. */
function goneValues({ plan, act }: { plan: ActRow; act: ActRow | null }, context: Context) {
  return {
    amount: formatDollars(act?.cents ?? 0),
    paid: formatDollars(plan.cents ?? 0),
    day: act?.receivedOn ? dayText(act.receivedOn, context) : '',
    back: act?.kind === 'cash-back',
    missing: act?.kind === 'cash-missing',
  };
}

/** The letter about money of a cash plan that went back or never came, while the plan stays as it is. */
export async function mailCashGone(tx: Database, { plan, act }: Gone, context: Context): Promise<string | null> {
  const values = { ...goneValues({ plan, act }, context), reason: quoted(act.reason) };
  const compose = (common: Common) => composeLetter(context, mails.cashGoneMail, { ...common, ...values });
  return mailPerson(tx, plan.userId, compose, context);
}

/** A new receipt, because the one from before is wrong. */
export async function mailCashCorrected(
  tx: Database,
  { plan, reason }: { plan: ActRow; reason: string },
  context: Context,
): Promise<void> {
  if (plan.endsAt === null) return;
  const receipt = receiptOf(plan, lastDay(plan.endsAt, context), context);
  const values = { receipt: [receipt], reason: quoted(reason) };
  const compose = (common: Common) => composeLetter(context, mails.cashCorrectedMail, { ...common, ...values });
  await mailPerson(tx, plan.userId, compose, context);
}

/** The letter about such a note that was wrong. @param goesOn the plan had ended with it, and goes on */
export async function mailGoneTakenBack(
  tx: Database,
  { plan, act, reason, goesOn }: Gone & { reason: string; goesOn: boolean },
  context: Context,
): Promise<void> {
  const again = goesOn && plan.endsAt !== null;
  const date = plan.endsAt === null ? '' : lastDay(plan.endsAt, context);
  const values = { ...goneValues({ plan, act }, context), reason: quoted(reason), again, date };
  const compose = (common: Common) => composeLetter(context, mails.goneTakenBackMail, { ...common, ...values });
  await mailPerson(tx, plan.userId, compose, context);
}
