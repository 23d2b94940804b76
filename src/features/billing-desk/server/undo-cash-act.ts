/** Takes back what staff did with a plan that no card pays for: at once with an undo, later with a correction. */
import { and, eq, inArray } from 'drizzle-orm';
import { noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { derivePremiumJob } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { moneyActs } from '#server/db/schema/index.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { Problem } from '#shared/problem.ts';
import type { ActRow } from './record-act.ts';

interface CashAct {
  planId: string;
  /** The booking of money that went back or never came; null: only the plan was ended. */
  goneId: string | null;
  actorId: string;
  at: Date;
  /** The job of its mail. */
  mail: string | null;
}

/** In the transaction of the act. */
export async function noteCashAct(tx: Database, { planId, goneId, actorId, at, mail }: CashAct): Promise<void> {
  await noteAct(tx, { kind: 'cash', actorId, subjectId: planId, before: { goneId }, at, mails: [mail] });
}

/** A plan that was ended in that very moment goes on, unless its own end has come. Returns whether it does. */
export async function reviveEndedAt(
  tx: Database,
  plan: ActRow,
  { at, now }: { at: Date; now: Date },
): Promise<boolean> {
  if (plan.endedAt?.getTime() !== at.getTime()) return false;
  const goesOn = plan.endsAt !== null && plan.endsAt > now;
  const alive = { endedAt: null, endReason: null, ...(goesOn ? { toldEndedAt: null } : {}) };
  await tx.update(moneyActs).set(alive).where(eq(moneyActs.id, plan.id));
  if (plan.userId !== null) await enqueue(tx, derivePremiumJob, { ownerId: plan.userId });
  return goesOn;
}

interface Undone {
  planId: string;
  goneId: string | null;
  /** The moment of the act. */
  at: Date;
  now: Date;
  actorId: string;
}

/** The person has heard nothing of it, so no trace of it stays but in the audit log. @throws Problem 'conflict' when it has been changed since */
export async function undoCashAct(tx: Database, { planId, goneId, at, now, actorId }: Undone): Promise<void> {
  const [plan] = await tx.select().from(moneyActs).where(eq(moneyActs.id, planId)).for('update');
  const changed = () => new Problem('conflict', 'It has been changed since. Please look at it again.');
  if (plan === undefined) throw changed();
  const isEnd = plan.endedAt?.getTime() === at.getTime();
  const isThis = and(eq(moneyActs.id, goneId ?? planId), inArray(moneyActs.kind, ['cash-back', 'cash-missing']));
  const [gone] = goneId === null ? [] : await tx.select().from(moneyActs).where(isThis);
  if (goneId === null ? !isEnd : !gone?.cents) throw changed();
  if (gone !== undefined) await tx.delete(moneyActs).where(eq(moneyActs.id, gone.id));
  await reviveEndedAt(tx, plan, { at, now });
  await writeAudit(tx, {
    actorId,
    action: gone === undefined ? 'billing.plan-end-undone' : 'billing.cash-undone',
    subjectType: 'user',
    subjectId: plan.userId ?? '',
    data: {
      ...(gone ? { cents: gone.cents } : {}),
      plan: plan.kind,
      ...(isEnd ? { endsAt: plan.endsAt?.toISOString() } : {}),
    },
  });
}
