/** Corrects the money of a plan that was paid in cash or by check: it went back, it never came, or its booking was typed wrongly. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { mailAfterUndo } from '#features/audit/server/note-act.ts';
import type { Database } from '#server/db/client.ts';
import { moneyActs } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { dayOf } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { Problem } from '#shared/problem.ts';
import { faultOfReceivedDay, faultOfReturnDay } from '../plan-days.ts';
import { mailCashCorrected, mailCashGone } from './act-letters.ts';
import { type ActRow, recordAct, repeatedAct } from './record-act.ts';
import { noteCashAct } from './undo-cash-act.ts';

type Request = Pick<ApiRequest, 'db' | 'city' | 'env' | 'now' | 'user'>;

export const goneKinds = ['cash-back', 'cash-missing'] as const;

export interface GoneCash {
  /** Id of the act. */
  id: string;
  what: (typeof goneKinds)[number];
  cents: number;
  day: string;
  reason: string;
  actorId: string;
  /** The amount of the booking that was looked at; undefined: whatever it is. */
  ofCents?: number | undefined;
}

/** @throws Problem 'not_found', also for a plan that nobody paid for */
export async function lockCashPlan(tx: Database, id: string): Promise<ActRow> {
  const isPlan = and(eq(moneyActs.id, id), eq(moneyActs.kind, 'cash'));
  const [plan] = await tx.select().from(moneyActs).where(isPlan).for('update');
  if (plan === undefined) throw new Problem('not_found', 'There is no plan here that was paid in cash or by check.');
  return plan;
}

interface GoneMoney {
  goneCents: number;
  /** The part of it that never came. */
  missingCents: number;
}

/** The money of these cash plans that went back or never came. */
export async function goneCash(tx: Database, planIds: readonly string[]): Promise<Map<string, GoneMoney>> {
  if (planIds.length === 0) return new Map();
  const { planId, kind, cents } = moneyActs;
  const rows = await tx
    .select({
      planId,
      goneCents: sql<number>`sum(${cents})::int`,
      missingCents: sql<number>`coalesce(sum(${cents}) filter (where ${kind} = 'cash-missing'), 0)::int`,
    })
    .from(moneyActs)
    .where(and(inArray(moneyActs.planId, [...planIds]), inArray(moneyActs.kind, [...goneKinds])))
    .groupBy(moneyActs.planId);
  return new Map(rows.map(({ planId: id, ...gone }) => [id ?? '', gone]));
}

/**
 * Books that money of a cash plan went back or never came, at most what is left of it; the plan itself stays as it is.
 * @throws Problem 'not_found', 'conflict' (nothing is left), 'invalid' (too much, or a wrong day)
 */
export async function returnCash(request: Request, planId: string, asked: GoneCash): Promise<{ leftCents: number }> {
  return request.db.transaction(async (tx) => {
    const known = await repeatedAct(tx, { id: asked.id, kind: asked.what, subject: planId });
    const plan = await lockCashPlan(tx, planId);
    if (known === null) {
      const act = await bookGoneCash(tx, request, plan, asked);
      const { city, env } = request;
      const mail = await mailCashGone(tx, { plan, act }, { city, env, startAfter: mailAfterUndo(act.createdAt) });
      await noteCashAct(tx, { planId, goneId: act.id, actorId: asked.actorId, at: act.createdAt, mail });
    }
    return { leftCents: await leftOf(tx, plan) };
  });
}

/** The plan's row has to be locked: two bookings at once must not take more than the plan has. */
export async function bookGoneCash(
  tx: Database,
  request: Request,
  plan: ActRow,
  { id, what, cents, day, reason, actorId, ofCents }: GoneCash,
  at: Date = request.now(),
): Promise<ActRow> {
  const { city } = request;
  if (ofCents !== undefined && ofCents !== plan.cents) throw await correctedBy(tx, plan, request);
  const left = await leftOf(tx, plan);
  if (left === 0) throw new Problem('conflict', 'All of this money went back already, or never came.');
  const fields: Record<string, string> = {};
  if (cents > left) fields.cents = `At most ${formatDollars(left)} of this plan is left in the books`;
  const today = dayOf(at, city.facts.timeZone);
  const dayFault = faultOfReturnDay(day, { today, receivedOn: plan.receivedOn });
  if (dayFault !== undefined) fields.day = dayFault;
  refuse(fields);
  const act = { id, kind: what, userId: plan.userId, planId: plan.id, cents, receivedOn: day, reason, actorId };
  return recordAct(tx, { ...act, createdAt: at }, { day });
}

export const leftOf = async (tx: Database, plan: ActRow): Promise<number> =>
  Math.max(0, (plan.cents ?? 0) - ((await goneCash(tx, [plan.id])).get(plan.id)?.goneCents ?? 0));

interface AskedCorrection {
  /** Id of the act. */
  id: string;
  cents: number;
  receivedOn: string;
  reference: string;
  reason: string;
  actorId: string;
  /** The booking that was looked at; undefined: whatever it is. */
  was?: Booking | undefined;
}

/**
 * Puts a booking of cash right that was typed wrongly. The plan has the right facts from then on, in every sum and on every bill; the act keeps the wrong ones.
 * @throws Problem 'not_found', 'conflict' (corrected meanwhile), 'invalid' (nothing differs, less than went back, or a day to come)
 */
export async function correctCash(
  request: Request,
  planId: string,
  { id, cents, receivedOn, reference, reason, actorId, was: seen }: AskedCorrection,
): Promise<{ cents: number }> {
  const { city, now } = request;
  return request.db.transaction(async (tx) => {
    const known = await repeatedAct(tx, { id, kind: 'correction', subject: planId });
    const plan = await lockCashPlan(tx, planId);
    if (known !== null) return { cents: plan.cents ?? 0 };
    const was = { cents: plan.cents, receivedOn: plan.receivedOn, reference: plan.reference };
    if (seen !== undefined && !isSame(was, seen)) throw await correctedBy(tx, plan, request);
    const facts = { cents, receivedOn, reference: reference || null };
    const gone = (await goneCash(tx, [planId])).get(planId)?.goneCents ?? 0;
    const fields: Record<string, string> = {};
    if (cents < gone) fields.cents = `${formatDollars(gone)} of it went back or never came: it cannot have been less`;
    else if (isSame(was, facts)) fields.cents = 'This is what is booked already';
    const dayFault = faultOfReceivedDay(receivedOn, dayOf(now(), city.facts.timeZone));
    if (dayFault !== undefined) fields.receivedOn = dayFault;
    refuse(fields);
    const act = { id, kind: 'correction' as const, userId: plan.userId, planId, ...facts, was, reason, actorId };
    await recordAct(tx, { ...act, createdAt: now() }, changesOf(was, facts));
    const [corrected] = await tx.update(moneyActs).set(facts).where(eq(moneyActs.id, planId)).returning();
    if (corrected !== undefined) await mailCashCorrected(tx, { plan: corrected, reason }, request);
    return { cents };
  });
}

type Booking = NonNullable<ActRow['was']>;

const isSame = (one: Booking, other: Booking) =>
  one.cents === other.cents && one.receivedOn === other.receivedOn && one.reference === other.reference;

/** Names the colleague, and says what is booked now. */
async function correctedBy(tx: Database, { userId, cents }: ActRow, request: Request): Promise<Problem> {
  const acts = { subjectType: 'user', subjectId: userId ?? '', actions: ['billing.cash-corrected'] };
  const first = await wasFirst(tx, acts, 'corrected this booking', request);
  return new Problem('conflict', `${first.message} It is ${formatDollars(cents ?? 0)} now. Look at it again.`);
}

/** The audit log shows pairs of old and new. */
function changesOf(was: Booking, facts: Booking): Record<string, unknown> {
  return {
    cents: was.cents === facts.cents ? facts.cents : [was.cents, facts.cents],
    ...(was.receivedOn === facts.receivedOn ? {} : { receivedOn: [was.receivedOn, facts.receivedOn] }),
    ...(was.reference === facts.reference ? {} : { reference: [was.reference, facts.reference] }),
  };
}

function refuse(fields: Record<string, string>): void {
  const [fault] = Object.values(fields);
  if (fault !== undefined) throw new Problem('invalid', fault, { fields });
}
