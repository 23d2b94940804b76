import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { moneyActs, users } from '#server/db/schema/index.ts';
import type { KeysetCursor } from '#server/http/keyset-cursor.ts';
import type { givenPlanStates, StaffPlan } from '../plans-contract.ts';
import { goneCash } from './cash-money.ts';
import { planKinds } from './given-plans.ts';

interface Wanted {
  state: (typeof givenPlanStates)[number];
  after: KeysetCursor | undefined;
  limit: number;
  now: Date;
}

/** The running plan that ends next comes first, or the ended one that ended last. */
export async function listGivenPlans(db: Database, { state, after, limit, now }: Wanted): Promise<StaffPlan[]> {
  const { id, kind, endsAt, endedAt } = moneyActs;
  const isRunning = state === 'running';
  const overAt = sql`coalesce(${endedAt}, ${endsAt})`;
  const inState = isRunning ? and(isNull(endedAt), gt(endsAt, now)) : or(isNotNull(endedAt), lte(endsAt, now));
  const last = after && sql`(${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
  const rows = await db
    .select({ act: moneyActs, person: { id: users.id, username: users.username, email: users.email } })
    .from(moneyActs)
    .leftJoin(users, eq(users.id, moneyActs.userId))
    .where(
      and(
        inArray(kind, [...planKinds]),
        inState,
        last && (isRunning ? sql`(${overAt}, ${id}) > ${last}` : sql`(${overAt}, ${id}) < ${last}`),
      ),
    )
    .orderBy(...(isRunning ? [asc(overAt), asc(id)] : [desc(overAt), desc(id)]))
    .limit(limit);
  const gone = await goneCash(
    db,
    rows.map(({ act }) => act.id),
  );
  return rows.flatMap(({ act, person }) =>
    act.endsAt === null
      ? []
      : [
          {
            ...{ id: act.id, kind: act.kind === 'cash' ? ('cash' as const) : ('complimentary' as const), person },
            ...{
              cents: act.cents,
              receipt: act.receipt,
              reference: act.reference,
              receivedOn: act.receivedOn,
              isRunning,
            },
            endsAt: act.endsAt.toISOString(),
            goneCents: gone.get(act.id)?.goneCents ?? 0,
            missingCents: gone.get(act.id)?.missingCents ?? 0,
            endedAt: act.endedAt?.toISOString() ?? null,
          },
        ],
  );
}
