/** Takes a booking back that money of a cash plan went back or never came. */
import { and, eq, inArray } from 'drizzle-orm';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { mailAfterUndo } from '#features/audit/server/note-act.ts';
import { moneyActs } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { minuteMs } from '#shared/times.ts';
import { mailGoneTakenBack } from './act-letters.ts';
import { goneKinds, leftOf, lockCashPlan } from './cash-money.ts';
import { recordAct, repeatedAct } from './record-act.ts';
import { reviveEndedAt } from './undo-cash-act.ts';

interface Asked {
  /** The act's. */
  id: string;
  reason: string;
  actorId: string;
}

/**
 * The booking is worth nothing from then on, so that the sums of its month are right; the act keeps what it was. A plan that ended with it goes on.
 * @throws Problem 'not_found', 'conflict' (taken back already)
 */
export async function takeGoneBack(
  request: Pick<ApiRequest, 'db' | 'city' | 'env' | 'now' | 'user'>,
  goneId: string,
  { id, reason, actorId }: Asked,
): Promise<{ leftCents: number }> {
  const { city, env, now } = request;
  return request.db.transaction(async (tx) => {
    const known = await repeatedAct(tx, { id, kind: 'correction', subject: goneId });
    const isGone = and(eq(moneyActs.id, goneId), inArray(moneyActs.kind, [...goneKinds]));
    const [found] = await tx.select().from(moneyActs).where(isGone);
    if (!found?.planId) throw new Problem('not_found', 'This booking is not there any more.');
    const plan = await lockCashPlan(tx, found.planId);
    if (known !== null) return { leftCents: await leftOf(tx, plan) };
    const [act] = await tx.select().from(moneyActs).where(isGone).for('update');
    if (!act?.cents) {
      const acts = { subjectType: 'user', subjectId: plan.userId ?? '', actions: ['billing.cash-taken-back'] };
      throw await wasFirst(tx, acts, 'took this booking back', request);
    }
    const at = now();
    const goesOn = await reviveEndedAt(tx, plan, { at: act.createdAt, now: at });
    const { cents, receivedOn } = act;
    const correction = {
      ...{ id, kind: 'correction' as const, userId: plan.userId, planId: goneId, cents: 0, receivedOn },
      ...{ was: { cents, receivedOn, reference: null }, reason, actorId, createdAt: at },
    };
    const data = { cents, ...(goesOn ? { endsAt: plan.endsAt?.toISOString() } : {}) };
    await recordAct(tx, correction, data, 'billing.cash-taken-back');
    await tx.update(moneyActs).set({ cents: 0 }).where(eq(moneyActs.id, goneId));
    // The mail about the booking itself may still wait, and has to come before this one.
    const startAfter = new Date(mailAfterUndo(act.createdAt).getTime() + minuteMs);
    await mailGoneTakenBack(tx, { plan, act, reason, goesOn }, { city, env, startAfter });
    return { leftCents: await leftOf(tx, plan) };
  });
}
