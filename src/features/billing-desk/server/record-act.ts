import { eq, sql } from 'drizzle-orm';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { moneyActs } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';

export type ActRow = typeof moneyActs.$inferSelect;

interface NamedAct {
  id: string;
  /** The plan or the person. */
  subject: string;
}

/** Acts on one plan or person wait for each other until the transaction ends, so that a double submission makes one act. */
export async function lockAct(tx: Database, { id, subject }: NamedAct): Promise<void> {
  // The subject first: two acts at once must not give the same payment back, or credit it, twice.
  for (const name of [subject, id]) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`money of ${name}`}))`);
  }
}

/** As knownAct, and locks the act. */
export async function repeatedAct(tx: Database, named: NamedAct & { kind: ActRow['kind'] }): Promise<ActRow | null> {
  await lockAct(tx, named);
  return knownAct(tx, named);
}

/**
 * The act of an earlier, equal call; null when there is none.
 * @throws Problem 'conflict' when the id belongs to another act
 */
export async function knownAct(
  db: Database,
  { id, kind, subject }: NamedAct & { kind: ActRow['kind'] },
): Promise<ActRow | null> {
  const [known] = await db.select().from(moneyActs).where(eq(moneyActs.id, id));
  if (known === undefined) return null;
  if (known.kind === kind && (known.planId ?? known.subscriptionId ?? known.userId) === subject) return known;
  throw new Problem('conflict', 'This form was used for something else. Please load the page again.');
}

const actions = {
  refund: 'billing.refunded',
  credit: 'billing.credited',
  discount: 'billing.discounted',
  'discount-end': 'billing.discount-ended',
  'plan-end': 'billing.plan-to-end',
  'plan-kept': 'billing.plan-kept',
  complimentary: 'billing.plan-given',
  cash: 'billing.plan-given',
  'cash-back': 'billing.cash-given-back',
  'cash-missing': 'billing.cash-missing',
  correction: 'billing.cash-corrected',
} as const satisfies Record<ActRow['kind'], string>;

/** Writes the act and the audit log. @param action for a line there of another kind */
export async function recordAct(
  tx: Database,
  act: typeof moneyActs.$inferInsert & { actorId: string | null },
  data: Record<string, unknown> = {},
  action?: string,
): Promise<ActRow> {
  const [row] = await tx.insert(moneyActs).values(act).returning();
  if (row === undefined) throw new Error('the act was not written');
  const { kind, actorId, actorKind, subscriptionId, userId, cents, reason, endsAt } = row;
  const isPlan = endsAt !== null;
  await writeAudit(tx, {
    ...actorOr(actorId, actorKind === 'site' ? 'site' : 'deleted'),
    action: action ?? actions[kind],
    subjectType: subscriptionId === null ? 'user' : 'subscription',
    subjectId: subscriptionId ?? userId ?? '',
    data: {
      ...(cents === null ? {} : { cents }),
      reason,
      ...(isPlan ? { plan: kind, endsAt: endsAt.toISOString() } : {}),
      ...data,
    },
  });
  return row;
}
