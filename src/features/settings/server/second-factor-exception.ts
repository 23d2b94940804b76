/** The exception with which an administrator lets staff do without a second factor. It counts from the next call on. */
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { exceptionKey } from '#features/accounts/server/second-factor-state.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { citySettings, users } from '#server/db/schema/index.ts';
import { type ApiRequest, serve } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import * as contract from '../second-factor-contract.ts';

const Kept = z.object({ reason: z.string() });
const isException = eq(citySettings.key, exceptionKey);

async function readDemand({ db, env }: ApiRequest) {
  const [row] = await db
    .select({ value: citySettings.value, at: citySettings.updatedAt, by: users.username })
    .from(citySettings)
    .leftJoin(users, eq(users.id, citySettings.updatedById))
    .where(isException);
  const exception = row ? { ...Kept.parse(row.value), at: row.at.toISOString(), by: row.by } : null;
  return { isDemanded: env.demandsSecondFactor, exception };
}

async function note(tx: Database, { user }: ApiRequest, event: 'lowered' | 'demanded', reason: string): Promise<void> {
  const action = `settings.second-factor-${event}`;
  await writeAudit(tx, {
    actorId: requireUser(user).id,
    action,
    subjectType: 'settings',
    subjectId: exceptionKey,
    data: { reason },
  });
}

async function letStaffDoWithout(reason: string, request: ApiRequest): Promise<void> {
  await request.db.transaction(async (tx) => {
    const { rowCount } = await tx
      .insert(citySettings)
      .values({
        key: exceptionKey,
        value: { reason },
        updatedAt: request.now(),
        updatedById: requireUser(request.user).id,
      })
      .onConflictDoNothing();
    if (rowCount !== 1) throw new Problem('conflict', 'Staff need no second factor already.');
    await note(tx, request, 'lowered', reason);
  });
}

async function demandAgain(request: ApiRequest): Promise<void> {
  await request.db.transaction(async (tx) => {
    const [row] = await tx.delete(citySettings).where(isException).returning({ value: citySettings.value });
    if (row === undefined) throw new Problem('conflict', 'There is no exception for staff.');
    await note(tx, request, 'demanded', Kept.parse(row.value).reason);
  });
}

export const secondFactorExceptionApi = [
  serve(contract.getSecondFactorException, (_, request) => readDemand(request)),
  serve(contract.putSecondFactorException, async ({ body }, request) => {
    await letStaffDoWithout(body.reason, request);
    return readDemand(request);
  }),
  serve(contract.deleteSecondFactorException, async (_, request) => {
    await demandAgain(request);
    return readDemand(request);
  }),
];
