/** Deleting an account at once: the site refunds the unused part of the payment, once. */
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { describeData } from '#features/audit/describe-data.ts';
import { auditLog, businesses, users } from '#server/db/schema/index.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { leavingSite, password } from '#tests/support/leaving-site.ts';
import { dayMs } from '#tests/support/premium-desk.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const {
  site,
  database,
  gone,
  read,
  farewells,
  signedIn,
  remove,
  aSubscriber,
  aClaimant,
  subscriptionsAt,
  refundedCents,
  customerOf,
  passwordHash,
} = leavingSite();

describe('now, with the unused part given back', () => {
  it('refunds each plan once, ends it, and tells what was given back', async () => {
    const person = await aClaimant();
    await site.desk.payUpgrade(await site.desk.openUpgrade(person), { cents: 2900 });
    await site.desk.deliverAll();
    const customer = await customerOf(person);
    expect(await answerOf(await remove(person, { plans: 'refund' }))).toMatchObject({ deletesAt: null });
    expect(await gone(person)).toBe(true);
    const [mail, ...more] = await farewells(person);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`Claim: ${person.business.name}: ended, $25 given back`);
    expect(mail?.text).toContain('Premium for all your listings: ended, $29 given back');
    expect(mail?.text).toContain('In all, $54 goes back');
    const isDeletion = and(eq(auditLog.action, 'account.deleted'), eq(auditLog.subjectId, person.user.id));
    const [line] = await database.db.select().from(auditLog).where(isDeletion);
    expect(line).toMatchObject({ actorId: null, actorKind: 'person', data: { backCents: 5400 } });
    expect(describeData(line?.data as Record<string, unknown>, 'America/Chicago')).toBe(
      `Plans: Claim: ${person.business.name} (ended, $25 given back), Premium for all your listings (ended, $29 given back); Given back to the card: $54`,
    );
    const jobs = await database.pool.query("select data from pgboss.job where name = 'forget-customer'");
    await workOffJobs(site.desk.services);
    expect(await refundedCents(customer)).toBe(5400);
    // The job runs again, as it would after a crash.
    const { forgetCustomerJob } = await import('#features/billing/server/forget-customer.ts');
    const run = { ...site.desk.services, jobId: '', queuedAt: new Date(), retryCount: 1 };
    for (const { data } of jobs.rows) await forgetCustomerJob.run(data, run);
    await site.desk.deliverAll();
    expect(await refundedCents(customer)).toBe(5400);
    const { data } = await site.desk.stripe.subscriptions.list({ customer, status: 'all' });
    expect(data.map(({ status }) => status)).toEqual(['canceled', 'canceled']);
    const [listing] = await database.db.select().from(businesses).where(eq(businesses.id, person.business.id));
    expect(listing).toMatchObject({ ownerId: null, status: 'approved' });
  });

  it('gives back in proportion to the time', async () => {
    const owner = await aSubscriber();
    const customer = await customerOf(owner);
    const paid = await read(owner);
    const days = Math.round((new Date(paid.paidUntil ?? '').getTime() - site.desk.services.now().getTime()) / dayMs);
    site.desk.pass(10);
    await site.desk.deliverAll();
    const { refundCents } = await read(owner);
    expect(refundCents).toBe(Math.floor((2900 * (days - 10)) / days));
    await answerOf(await remove(owner, { plans: 'refund' }));
    await workOffJobs(site.desk.services);
    expect(await refundedCents(customer)).toBe(refundCents);
  });

  it('does nothing when Stripe is away, and says so', async () => {
    const owner = await aSubscriber();
    site.sandbox.control.faults({ failNext: 1000 });
    const refused = await problemOf(await remove(owner, { plans: 'refund' }));
    site.sandbox.control.faults({ failNext: 0 });
    expect(refused).toMatchObject({ status: 503, message: expect.stringMatching(/Nothing was deleted/) });
    expect(await gone(owner)).toBe(false);
    expect(await refundedCents(await customerOf(owner))).toBe(0);
    expect((await subscriptionsAt(owner)).map(({ status }) => status)).toEqual(['active']);
  });

  it('gives nothing back twice, and nothing that is disputed', async () => {
    const [refunded, partly, disputed] = [await aSubscriber(), await aSubscriber(), await aSubscriber()];
    const chargeOf = async (person: Person) =>
      (await site.desk.stripe.charges.list({ customer: await customerOf(person) })).data[0]?.id ?? '';
    await site.desk.stripe.refunds.create({ charge: await chargeOf(refunded) });
    await site.desk.stripe.refunds.create({ charge: await chargeOf(partly), amount: 900 });
    site.sandbox.control.dispute({ charge: await chargeOf(disputed) });
    const customers = [await customerOf(refunded), await customerOf(partly), await customerOf(disputed)];
    await site.desk.deliverAll();
    expect((await read(partly)).plans).toMatchObject([{ refundCents: 2000 }]);
    expect((await read(disputed)).plans).toMatchObject([{ refundCents: 0, state: 'disputed' }]);
    for (const person of [refunded, partly, disputed]) {
      // A fully refunded plan has ended, so there is nothing to choose.
      const body = person === refunded ? {} : { plans: 'refund' };
      await answerOf(await remove(person, body));
    }
    await workOffJobs(site.desk.services);
    expect(await Promise.all(customers.map(refundedCents))).toEqual([2900, 2900, 0]);
  });

  it('gives back what was paid a moment ago and is on nobody’s record yet', async () => {
    const owner = await site.desk.owner();
    await database.db.update(users).set({ passwordHash: passwordHash() }).where(eq(users.id, owner.user.id));
    await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
    const customer = await customerOf(owner);
    await answerOf(await remove(owner));
    await workOffJobs(site.desk.services);
    await site.desk.deliverAll();
    expect(await refundedCents(customer)).toBe(2900);
  });

  it('happens once for two clicks at once', async () => {
    const owner = await aSubscriber();
    const customer = await customerOf(owner);
    const browser = await signedIn(owner);
    const body = { password, plans: 'refund' };
    const answers = await Promise.all([1, 2].map(() => browser.post('/api/account/delete', { body })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await farewells(owner)).toHaveLength(1);
    await workOffJobs(site.desk.services);
    expect(await refundedCents(customer)).toBe(2900);
  });
});
