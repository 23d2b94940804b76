import { desc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { moneyActs, subscriptions, users } from '#server/db/schema/index.ts';
import type { PersonMoney } from '../staff-contract.ts';
import { isRunningPlan } from './given-plans.ts';
import { readSubscriptions } from './staff-subscriptions.ts';

const maxActs = 200;

export async function readPersonMoney(db: Database, userId: string, now: Date): Promise<PersonMoney> {
  const acts = await db
    .select({ act: moneyActs, by: users.username })
    .from(moneyActs)
    .leftJoin(users, eq(users.id, moneyActs.actorId))
    .where(eq(moneyActs.userId, userId))
    .orderBy(desc(moneyActs.createdAt), moneyActs.id)
    .limit(maxActs);
  return {
    subscriptions: await readSubscriptions(db, eq(subscriptions.userId, userId)),
    acts: acts.map(({ act, by }) => ({
      ...act,
      endsAt: act.endsAt?.toISOString() ?? null,
      endedAt: act.endedAt?.toISOString() ?? null,
      isRunning: isRunningPlan(act, now),
      by,
      at: act.createdAt.toISOString(),
    })),
  };
}
