import { asc, desc, eq, ilike, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';
import { moneyActs, pendingMoneyActs, subscriptions, users } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import { maxPayers, type Payer, type PersonMoney, type StaffMoneyAct } from '../staff-contract.ts';
import { goneCash } from './cash-money.ts';
import { isRunningPlan } from './given-plans.ts';
import type { ActRow } from './record-act.ts';
import { readSubscriptions } from './staff-subscriptions.ts';

const maxActs = 200;

const payer = { id: users.id, username: users.username, email: users.email };

/** Whole names and mailboxes come first. */
export function findPayers(db: Database, text: string): Promise<Payer[]> {
  const isWhole = sql`lower(${text}) in (lower(${users.username}), lower(${users.email}))`;
  const part = containing(text);
  return db
    .select(payer)
    .from(users)
    .where(or(ilike(users.username, part), ilike(users.email, part)))
    .orderBy(desc(isWhole), asc(users.username), asc(users.id))
    .limit(maxPayers);
}

/** @throws Problem 'not_found' */
export async function readPersonMoney(db: Database, userId: string, now: Date): Promise<PersonMoney> {
  const [person] = await db.select(payer).from(users).where(eq(users.id, userId));
  if (person === undefined) throw new Problem('not_found', 'This account is not there any more.');
  const acts = await db
    .select({ act: moneyActs, by: users.username })
    .from(moneyActs)
    .leftJoin(users, eq(users.id, moneyActs.actorId))
    .where(eq(moneyActs.userId, userId))
    .orderBy(desc(moneyActs.createdAt), moneyActs.id)
    .limit(maxActs);
  const gone = await goneCash(
    db,
    acts.map(({ act }) => act.id),
  );
  const pending = await db
    .select({ act: pendingMoneyActs, by: users.username })
    .from(pendingMoneyActs)
    .leftJoin(users, eq(users.id, pendingMoneyActs.actorId))
    .where(eq(pendingMoneyActs.userId, userId))
    .orderBy(desc(pendingMoneyActs.createdAt), pendingMoneyActs.id)
    .limit(maxActs);
  return {
    person,
    pending: pending.map(({ act: { createdAt, refusedAt, ...act }, by }) => ({
      ...act,
      by,
      at: createdAt.toISOString(),
      isRefused: refusedAt !== null,
    })),
    subscriptions: await readSubscriptions(db, eq(subscriptions.userId, userId)),
    acts: acts.map(({ act, by }) => ({
      ...act,
      endsAt: act.endsAt?.toISOString() ?? null,
      endedAt: act.endedAt?.toISOString() ?? null,
      goneCents: gone.get(act.id)?.goneCents ?? 0,
      missingCents: gone.get(act.id)?.missingCents ?? 0,
      ...takenBack(
        act,
        acts.map((one) => one.act),
      ),
      isRunning: isRunningPlan(act, now),
      by: act.actorKind === 'site' ? 'the site' : by,
      at: act.createdAt.toISOString(),
    })),
  };
}

/** A booking that was taken back is shown as it was, and its correction says what it takes back. */
function takenBack(
  act: ActRow,
  acts: readonly ActRow[],
): Pick<StaffMoneyAct, 'isTakenBack' | 'takesBack'> & { cents?: number | null } {
  const isGone = ({ kind }: ActRow) => kind === 'cash-back' || kind === 'cash-missing';
  if (isGone(act) && act.cents === 0) {
    const correction = acts.find(({ planId, was }) => planId === act.id && was !== null);
    return { isTakenBack: true, cents: correction?.was?.cents ?? 0 };
  }
  const gone = act.kind === 'correction' ? acts.find((one) => one.id === act.planId && isGone(one)) : undefined;
  return gone ? { takesBack: gone.kind === 'cash-back' ? 'cash-back' : 'cash-missing' } : {};
}
