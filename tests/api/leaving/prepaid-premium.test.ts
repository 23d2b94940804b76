/** Premium that was paid for together with a listing, beside the plans of its owner. */
import { expect, it } from 'vitest';
import { beforeDeletion } from '#app/wiring/before-deletion.ts';
import { deleteDue } from '#features/leaving/server/delete-due-accounts.ts';
import type { Billing } from '#features/premium/contract.ts';
import { listingOrders } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { only } from '#tests/support/found.ts';
import { leavingSite } from '#tests/support/leaving-site.ts';
import { dayMs } from '#tests/support/premium-desk.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const { site, database, gone, plan, read, farewells, signedIn, remove, aSubscriber, passwordHash } = leavingSite();

/** Gives the person a listing that staff have set up, with Premium for so many days. */
async function setUp({ user }: Person, days = 90) {
  const business = await aBusiness(database.db, { name: 'Figs', ownerId: user.id, status: 'approved' });
  const now = site.desk.services.now();
  const premiumUntil = new Date(now.getTime() + days * dayMs);
  const order = { plan: 'premium', amountCents: 9900, status: 'handled', paidAt: now, createdAt: now } as const;
  await database.db.insert(listingOrders).values({ ...order, businessId: business.id, premiumUntil });
  return { businessId: business.id, business: 'Figs', endsAt: premiumUntil.toISOString() };
}

const mailTo = async ({ user }: Person, subject: string) => {
  const mails = (await queuedMail(database.pool)).filter((mail) => mail.to === user.email);
  return only(
    mails.filter((mail) => mail.subject.includes(subject)),
    subject,
  ).text.replace(/\s+/g, ' ');
};

it('is named with its end, and the deletion at the end of what is paid for waits for it', async () => {
  const owner = await aSubscriber();
  const prepaid = await setUp(owner);
  const stranger = await site.desk.person({});
  expect((await read(stranger)).prepaid).toEqual([]);
  expect(await answerOf<Billing>(await owner.browser.get('/api/billing'))).toMatchObject({ prepaid: [prepaid] });
  expect(await read(owner)).toMatchObject({ prepaid: [prepaid], paidUntil: prepaid.endsAt });
  const { deletesAt } = await answerOf<{ deletesAt: string }>(await remove(owner, { plans: 'end' }));
  expect(deletesAt).toBe(prepaid.endsAt);
  expect((await plan(owner))?.dueAt.toISOString()).toBe(prepaid.endsAt);
  const text = await mailTo(owner, 'will be deleted on');
  expect(text).toMatch(
    /Premium for all your listings ends on \w+ \d+, \d+\. Everything else stays as it is until then/,
  );
  expect(text).not.toContain('Until then everything stays');
  await workOffJobs(site.desk.services);
  site.desk.pass(91);
  await site.desk.deliverAll();
  await deleteDue(site.desk.services, beforeDeletion);
  expect(await gone(owner)).toBe(true);
});

it('asks for a choice where it is all that is paid for, and stays with the listing after a deletion at once', async () => {
  const person = await site.desk.person({ passwordHash: passwordHash(), emailVerifiedAt: new Date() });
  const { businessId, endsAt } = await setUp(person);
  await site.desk.tick();
  expect((await remove(person)).status).toBe(409);
  expect((await remove(person, { plans: 'refund' })).status).toBe(200);
  expect(await gone(person)).toBe(true);
  await workOffJobs(site.desk.services);
  await site.desk.tick();
  expect((await site.desk.premiumUntil(businessId))?.toISOString()).toBe(endsAt);
  expect(only(await farewells(person), 'farewell').text).toContain('stays with the listing until');
});

it('does not hold up a deletion that was asked for before', async () => {
  const owner = await aSubscriber();
  await answerOf(await remove(owner, { plans: 'end' }));
  await setUp(owner);
  await workOffJobs(site.desk.services);
  site.desk.pass(32);
  await site.desk.deliverAll();
  await deleteDue(site.desk.services, beforeDeletion);
  expect(await gone(owner)).toBe(true);
});

it('is named by the mail about the end of Premium for all listings', async () => {
  const owner = await aSubscriber();
  await setUp(owner);
  const { plans } = await answerOf<Billing>(await owner.browser.get('/api/billing'));
  await answerOf(await (await signedIn(owner)).post('/api/billing/cancel', { body: { id: only(plans, 'plan').id } }));
  site.desk.pass(32);
  await site.desk.deliverAll();
  expect(await mailTo(owner, 'Premium has ended')).toMatch(/keep the Premium that was paid for with them: Figs until/);
});
