/** A credit for later bills, of somebody who leaves: no bill will use it, so it goes back to the card. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { beforeDeletion } from '#app/wiring/before-deletion.ts';
import { forgetCustomerJob } from '#features/billing/server/forget-customer.ts';
import { deleteDue } from '#features/leaving/server/delete-due-accounts.ts';
import { users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { only } from '#tests/support/found.ts';
import { leavingSite } from '#tests/support/leaving-site.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const { site, database, gone, read, farewells, remove, customerOf, refundedCents, passwordHash, subscriptionsAt } =
  leavingSite();

/** Ada has paid $50 for Claim Premium and $29 for Premium, and $25 of that are a credit since. */
async function aPersonWithCredit() {
  const ada = await site.desk.person({ emailVerifiedAt: new Date(), passwordHash: passwordHash() });
  const host = `${ada.user.username.replaceAll(/[^a-z0-9]/gi, '')}.example`;
  ada.user.email = `me@${host}`;
  await database.db.update(users).set({ email: ada.user.email }).where(eq(users.id, ada.user.id));
  await aBusiness(database.db, { name: 'Café', ownerId: ada.user.id, status: 'approved' });
  const bakery = await aBusiness(database.db, { name: 'Bakery', website: `https://${host}` });
  const claim = await site.desk.start(ada, bakery.id, { plan: 'premium', amount: 50 });
  await site.desk.pay((await answerOf<{ sessionId: string }>(claim)).sessionId);
  await site.desk.settle();
  await site.desk.payUpgrade(await site.desk.openUpgrade(ada));
  await site.desk.deliverAll();
  const customer = await customerOf(ada);
  return { ada, customer };
}

const textOf = (mails: readonly { text: string }[]) => only(mails, 'mail').text.replace(/\s+/g, ' ');

it('goes back with the unused time when the account is deleted at once, and all of it is what was paid', async () => {
  const { ada, customer } = await aPersonWithCredit();
  expect(await read(ada)).toMatchObject({ credit: { nowCents: 2500, endCents: 2500 }, refundCents: 7900 });
  await answerOf(await remove(ada, { plans: 'refund' }));
  expect(textOf(await farewells(ada))).toMatch(/Credit:? \$25 given back.*In all, \$79 goes back/);
  await workOffJobs(site.desk.services);
  expect(await refundedCents(customer)).toBe(7900);
});

it('is whole in the middle of the period, beside half of what the plans cost now', async () => {
  const { ada, customer } = await aPersonWithCredit();
  site.desk.pass(15);
  const { credit, refundCents, plans } = await read(ada);
  expect(credit).toEqual({ nowCents: 2500, endCents: 2500 });
  const unused = plans.reduce((sum, plan) => sum + (plan.refundCents ?? 0), 0);
  expect(refundCents).toBe(unused + 2500);
  expect(plans.find(({ business }) => business !== null)?.refundCents).toBeLessThanOrEqual(1334);
  await answerOf(await remove(ada, { plans: 'refund' }));
  await workOffJobs(site.desk.services);
  expect(await refundedCents(customer)).toBe(unused + 2500);
});

it('goes back on the day of a deletion at the end of the paid time, which the mails say', async () => {
  const { ada, customer } = await aPersonWithCredit();
  await forgetQueuedMail(database.pool);
  await answerOf(await remove(ada, { plans: 'end' }));
  const later = (await queuedMail(database.pool)).filter(({ subject }) => subject.includes('will be deleted'));
  expect(textOf(later)).toContain('No bill will use your credit of $25. It goes back to your card on that day.');
  await workOffJobs(site.desk.services);
  site.desk.pass(33);
  await site.desk.deliverAll();
  await deleteDue(site.desk.services, beforeDeletion);
  expect(await gone(ada)).toBe(true);
  expect(textOf(await farewells(ada))).toContain('In all, $25 goes back');
  await workOffJobs(site.desk.services);
  expect(await refundedCents(customer)).toBe(2500);
});

it('is given back once, when the job stops before the payment service forgets the customer', async () => {
  const { ada, customer } = await aPersonWithCredit();
  for (const { id } of await subscriptionsAt(ada)) {
    await site.desk.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  }
  const [charge] = (await site.desk.stripe.charges.list({ customer })).data;
  const before = { charge: charge?.id ?? '', amount: 1000, metadata: { reason: 'credit' } };
  await site.desk.stripe.refunds.create(before);
  site.desk.pass(33);
  await forgetCustomerJob.run(
    { customerId: customer },
    { ...site.desk.services, ...{ jobId: 'again', queuedAt: new Date(), retryCount: 1 } },
  );
  expect(await refundedCents(customer)).toBe(2500);
});
