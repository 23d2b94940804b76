/** Plans that no card pays for: given by staff, for a stated time, to all listings of a person. */
import { and, desc, eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { mailAfterUndo } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { derivePremiumJob } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, moneyActs, users } from '#server/db/schema/index.ts';
import type { ApiRequest, Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { addDays, dayOf, formatDate, startOfDay } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs } from '#shared/times.ts';
import { faultOfLastDay, faultOfReceivedDay } from '../plan-days.ts';
import { mailPlan, mailPlanEnded, mailPlanEnding } from './act-letters.ts';
import { bookGoneCash, type GoneCash } from './cash-money.ts';
import { otherPremium } from './other-premium.ts';
import { nextReceipt } from './receipt-number.ts';
import { type ActRow, recordAct, repeatedAct } from './record-act.ts';
import { noteCashAct } from './undo-cash-act.ts';

type Request = Pick<ApiRequest, 'db' | 'city' | 'env' | 'now' | 'user'>;

/** The letter about a coming end is sent this long before it. */
const noticeMs = 14 * dayMs;

interface AskedPlan {
  userId: string;
  id: string;
  kind: 'complimentary' | 'cash';
  lastDay: string;
  reason: string;
  cents?: number | undefined;
  receivedOn?: string | undefined;
  reference?: string | undefined;
  actorId: string;
  /** The newest plan that the person who gives this one knows of; undefined: it does not matter. */
  lastPlan?: string | null | undefined;
}

/** @throws Problem 'not_found', 'invalid' (a day or what a cash plan needs), 'conflict' */
export async function givePlan(request: Request, asked: AskedPlan): Promise<{ endsAt: string }> {
  const { userId, id, kind, reason, actorId } = asked;
  const endsAt = checkPlan(asked, request);
  return request.db.transaction(async (tx) => {
    const known = await repeatedAct(tx, { id, kind, subject: userId });
    if (known !== null) return { endsAt: (known.endsAt ?? endsAt).toISOString() };
    if ((await tx.$count(users, eq(users.id, userId))) === 0)
      throw new Problem('not_found', 'There is no such person.');
    await checkLastPlan(tx, asked, request);
    const cash =
      kind === 'cash'
        ? {
            ...{ cents: asked.cents, receivedOn: asked.receivedOn, reference: asked.reference || null },
            receipt: await nextReceipt(tx, dayOf(request.now(), request.city.facts.timeZone).slice(0, 4)),
            forBusinesses: await listedNames(tx, userId),
          }
        : {};
    const createdAt = request.now();
    const act = await recordAct(tx, { id, kind, userId, endsAt, reason, actorId, createdAt, ...cash });
    await mailPlan(tx, act, request);
    await enqueue(tx, derivePremiumJob, { ownerId: userId });
    return { endsAt: endsAt.toISOString() };
  });
}

/** Two colleagues, or two tabs, would book the same check twice. */
async function checkLastPlan(tx: Database, { userId, lastPlan }: AskedPlan, request: Request): Promise<void> {
  if (lastPlan === undefined) return;
  const [last] = await tx
    .select()
    .from(moneyActs)
    .where(and(eq(moneyActs.userId, userId), inArray(moneyActs.kind, [...planKinds])))
    .orderBy(desc(moneyActs.createdAt), desc(moneyActs.id))
    .limit(1);
  if (last === undefined || last.id === lastPlan) return;
  const plan = last.cents === null ? 'gave them a complimentary plan' : `booked ${formatDollars(last.cents)} from them`;
  const until = last.endsAt === null ? '' : ` (until ${formatDate(last.endsAt, request.city.facts.timeZone)})`;
  const acts = { subjectType: 'user', subjectId: userId, actions: ['billing.plan-given'] };
  const first = await wasFirst(tx, acts, `${plan}${until}`, request);
  throw new Problem('conflict', `${first.message} If yours comes beside it, send it once more.`);
}

/** The person's listings that are on the bill. */
async function listedNames(tx: Database, ownerId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: businesses.name })
    .from(businesses)
    .where(and(eq(businesses.ownerId, ownerId), inArray(businesses.status, ['approved', 'hidden'])))
    .orderBy(businesses.name);
  return rows.map(({ name }) => name);
}

/** Returns the last second of the last day. */
function checkPlan({ kind, lastDay, cents, receivedOn }: AskedPlan, { city, now }: Request): Date {
  const { timeZone } = city.facts;
  const today = dayOf(now(), timeZone);
  const fields: Record<string, string> = {};
  const dayFault = faultOfLastDay(lastDay, today);
  if (dayFault !== undefined) fields.lastDay = dayFault;
  if (kind === 'cash') {
    if (cents === undefined) fields.cents = 'Please enter the amount';
    const receivedFault =
      receivedOn === undefined ? 'Please enter the day on which the money came' : faultOfReceivedDay(receivedOn, today);
    if (receivedFault !== undefined) fields.receivedOn = receivedFault;
  }
  const [fault] = Object.values(fields);
  if (fault !== undefined) throw new Problem('invalid', fault, { fields });
  return new Date(startOfDay(addDays(lastDay, 1), timeZone).getTime() - 1000);
}

interface AskedEnd {
  id: string;
  reason: string;
  actorId: string;
  /** Money of a cash plan that went back or never came. */
  gone?: Omit<GoneCash, 'reason' | 'actorId'> | undefined;
}

/** @throws Problem 'not_found', 'conflict' when it is over, 'invalid' when the money cannot have gone so */
export async function endGivenPlan(request: Request, { id, reason, actorId, gone }: AskedEnd): Promise<void> {
  const { db, city, env, now } = request;
  const at = now();
  await db.transaction(async (tx) => {
    if (gone !== undefined) await repeatedAct(tx, { id: gone.id, kind: gone.what, subject: id });
    const isPlan = and(eq(moneyActs.id, id), isNotNull(moneyActs.endsAt));
    const [act] = await tx.select().from(moneyActs).where(isPlan).for('update');
    if (act === undefined) throw new Problem('not_found', 'There is no such plan.');
    if (act.endedAt !== null || (act.endsAt ?? at) <= at) throw new Problem('conflict', 'This plan is over already.');
    if (gone !== undefined && act.kind !== 'cash') throw new Problem('conflict', 'Nobody has paid for this plan.');
    await tx.update(moneyActs).set({ endedAt: at, endReason: reason, toldEndedAt: at }).where(eq(moneyActs.id, id));
    const paid = act.cents === null ? {} : { ofCents: act.cents, goneCents: gone?.cents ?? 0 };
    await writeAudit(tx, {
      actorId,
      action: 'billing.plan-ended',
      subjectType: 'user',
      subjectId: act.userId ?? '',
      data: { plan: act.kind, ...paid, wasUntil: act.endsAt?.toISOString(), reason },
    });
    // The same moment, by which the end is known to belong to this booking.
    const booked = gone === undefined ? null : await bookGoneCash(tx, request, act, { ...gone, reason, actorId }, at);
    const other = await otherPremium(tx, act, at);
    const later = { city, env, startAfter: mailAfterUndo(at) };
    const mail = await mailPlanEnded(tx, act, { reason, gone: booked, other }, later);
    await noteCashAct(tx, { planId: id, goneId: booked?.id ?? null, actorId, at, mail });
    if (act.userId !== null) await enqueue(tx, derivePremiumJob, { ownerId: act.userId });
  });
}

/** Each letter once. Nobody is written to about the end of one plan while another goes on. */
export async function sendPlanEndLetters({
  db,
  city,
  env,
  now,
}: Pick<Services, 'db' | 'city' | 'env' | 'now'>): Promise<void> {
  const at = now();
  const { endsAt, endedAt, toldEndingAt, toldEndedAt } = moneyActs;
  await db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(moneyActs)
      .where(
        and(
          isNull(endedAt),
          isNull(toldEndedAt),
          or(lte(endsAt, at), and(isNull(toldEndingAt), lte(endsAt, new Date(at.getTime() + noticeMs)))),
        ),
      )
      .for('update');
    for (const act of due) {
      const isOver = act.endsAt !== null && act.endsAt <= at;
      if (act.endsAt !== null && (await otherPremium(tx, act, act.endsAt)) === null) {
        await (isOver ? mailPlanEnded(tx, act, null, { city, env }) : mailPlanEnding(tx, act, { city, env }));
      }
      const told = isOver ? { toldEndedAt: at } : { toldEndingAt: at };
      await tx.update(moneyActs).set(told).where(eq(moneyActs.id, act.id));
    }
  });
}

export const planKinds = ['complimentary', 'cash'] as const;

export function isRunningPlan({ kind, endsAt, endedAt }: ActRow, now: Date): boolean {
  return planKinds.some((plan) => plan === kind) && endedAt === null && endsAt !== null && endsAt > now;
}
