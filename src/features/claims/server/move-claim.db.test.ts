import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { auditLog, claims } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { type ClaimEvent, canBe, claimEvents, claimStep } from '../claim-states.ts';
import { ClaimStatus } from '../contract.ts';
import { lockClaim } from './claim-rows.ts';
import { moveClaim } from './move-claim.ts';

const database = testDatabase();
beforeEach(() => database.pool.query('delete from pgboss.job'));

const events = Object.keys(claimEvents) as ClaimEvent[];

/** Applies one event to a new claim in this state. Returns the state, mails, jobs and audit lines afterwards. */
async function apply(status: ClaimStatus, event: ClaimEvent) {
  const { db, pool } = database;
  await pool.query('delete from pgboss.job');
  await db.delete(auditLog);
  const claimant = await aUser(db);
  const business = await aBusiness(db);
  const values = { businessId: business.id, userId: claimant.id, plan: 'standard', amountCents: 2500, status } as const;
  const [claim] = await db
    .insert(claims)
    .values({ ...values, expiresAt: new Date() })
    .returning();
  if (claim === undefined) throw new Error('the claim was not written');
  const error = await db
    .transaction(async (tx) => {
      const held = await lockClaim(tx, claim.id);
      if (held === null) throw new Error('the claim is gone');
      await moveClaim(tx, held, { event }, testServices(database));
    })
    .then(() => null)
    .catch((thrown: unknown) => String(thrown));
  const [row] = await db.select().from(claims).where(eq(claims.id, claim.id));
  const { rows: jobs } = await pool.query<{ name: string }>("select name from pgboss.job where name like '%-claim'");
  return {
    error,
    status: row?.status,
    isToldByMail: (await queuedMail(pool)).some(({ to }) => to === claimant.email),
    jobs: jobs.map(({ name }) => name),
    audited: (await db.select().from(auditLog)).map(({ action }) => action),
  };
}

it.each(ClaimStatus.options)('a claim that is %s does what the table says, and nothing else', async (status) => {
  for (const event of events) {
    const { error, ...after } = await apply(status, event);
    if (canBe(status, event)) {
      const { to, letter, job } = claimStep(status, event);
      expect([event, error, after]).toEqual([
        event,
        null,
        {
          status: to,
          isToldByMail: letter !== undefined,
          jobs: job === undefined ? [] : [`${job}-claim`],
          audited: [`claim.${event === 'mismatched' ? 'rejected' : event}`],
        },
      ]);
    } else {
      expect(error).toContain(`'${status}' cannot be '${event}'`);
      expect([event, after]).toEqual([event, { status, isToldByMail: false, jobs: [], audited: [] }]);
    }
  }
});
