/** An owner keeps a canceled plan, and gets a mail for each change of the plan. */
import { expect, it } from 'vitest';
import type { Billing } from '#features/premium/contract.ts';
import { found, only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = paymentSite();
const { database } = site;

async function subscriber() {
  const owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.deliverAll();
  return { ...owner, plan: only(await site.desk.subscriptionsOf(owner), 'subscription').id };
}

const mailsTo = async ({ user }: { user: { email: string } }) =>
  (await queuedMail(database.pool)).filter(({ to }) => to === user.email);
const subjectsTo = async (person: { user: { email: string } }) =>
  (await mailsTo(person)).map(({ subject }) => subject.replace(/ on .*\d.*/, ''));

it.each([{ cancel_at_period_end: true }, { cancel_at: 'min_period_end' as const }])(
  'goes on by one call after %j, charges nothing, and says so by mail',
  async (cancellation) => {
    const owner = await subscriber();
    await site.desk.stripe.subscriptions.update(owner.plan, cancellation);
    await site.desk.deliverAll();
    const { notices } = await answerOf<Billing>(await owner.browser.get('/api/billing'));
    expect(notices).toMatchObject([{ kind: 'ending', id: owner.plan }]);
    const keep = () => owner.browser.post('/api/billing/keep', { body: { id: owner.plan } });
    expect(await answerOf(await keep())).toMatchObject({ notices: [], plan: { interval: 'monthly' } });
    expect((await keep()).status).toBe(200);
    await site.desk.deliverAll();
    expect(await site.desk.stripe.subscriptions.retrieve(owner.plan)).toMatchObject({
      cancel_at: null,
      cancel_at_period_end: false,
    });
    expect(await site.desk.chargedCents(owner)).toBe(2900);
    expect(await subjectsTo(owner)).toEqual(['Welcome to Premium', 'Your plan ends', 'Your plan goes on']);
  },
);

it('ends with its paid time where its owner cancels it, even with a planned change, says so by mail, and is kept after all', async () => {
  const owner = await subscriber();
  await answerOf(await site.desk.changeInterval(owner, 'yearly'));
  const cancel = () => owner.browser.post('/api/billing/cancel', { body: { id: owner.plan } });
  const canceled = await answerOf<Billing>(await cancel());
  expect(canceled).toMatchObject({
    plan: null,
    plans: [{ id: owner.plan, renewsAt: null, endsAt: expect.any(String), isOwed: false, owedBy: null }],
    notices: [{ kind: 'ending', id: owner.plan }],
  });
  expect((await cancel()).status).toBe(200);
  await site.desk.deliverAll();
  expect(await site.desk.stripe.subscriptions.retrieve(owner.plan)).toMatchObject({ status: 'active', schedule: null });
  await answerOf(await owner.browser.post('/api/billing/keep', { body: { id: owner.plan } }));
  await site.desk.deliverAll();
  expect(await site.desk.chargedCents(owner)).toBe(2900);
  const subjects = await subjectsTo(owner);
  expect(subjects.filter((subject) => subject === 'Your plan ends')).toHaveLength(1);
  expect(subjects.at(-1)).toBe('Your plan goes on');
  const text = found((await mailsTo(owner)).at(-1), 'mail').text.replace(/\s+/g, ' ');
  expect(text).toContain('The change to $290 a year that was planned before is off, and is not planned again by this');
  // The next cancellation has dropped nothing.
  await answerOf(await cancel());
  await answerOf(await owner.browser.post('/api/billing/keep', { body: { id: owner.plan } }));
  expect(found((await mailsTo(owner)).at(-1), 'mail').text).not.toContain('planned before');
});

it('is not canceled by somebody else, or after its end', async () => {
  const [owner, stranger] = [await subscriber(), await subscriber()];
  const cancel = (by: typeof owner) => by.browser.post('/api/billing/cancel', { body: { id: owner.plan } });
  expect(await problemOf(await cancel(stranger))).toMatchObject({ status: 404 });
  await site.desk.stripe.subscriptions.cancel(owner.plan);
  await site.desk.deliverAll();
  expect(await problemOf(await cancel(owner))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^This plan has ended/),
  });
});

it('is refused for the plan of somebody else, and for one that has ended', async () => {
  const owner = await subscriber();
  const stranger = await subscriber();
  const others = await stranger.browser.post('/api/billing/keep', { body: { id: owner.plan } });
  expect(await problemOf(others)).toMatchObject({ status: 404 });
  await site.desk.stripe.subscriptions.cancel(owner.plan);
  await site.desk.deliverAll();
  const ended = await owner.browser.post('/api/billing/keep', { body: { id: owner.plan } });
  expect(await problemOf(ended)).toMatchObject({ status: 409, message: expect.stringMatching(/^This plan has ended/) });
});

it('mails the purchase with its price, and each change of the plan once', async () => {
  const owner = await subscriber();
  const welcome = only(await mailsTo(owner), 'mail');
  expect(welcome.text.replace(/\s+/g, ' ')).toContain('It costs $29 a month and renews by itself');
  // Money invites questions: each of these mails can be answered.
  const { contact } = site.desk.services.city.facts;
  expect(welcome.replyTo).toMatchObject({ address: contact.email });
  await answerOf(await site.desk.changeInterval(owner, 'yearly'));
  await answerOf(await site.desk.changeInterval(owner, 'yearly'));
  await answerOf(await site.desk.changeInterval(owner, 'monthly'));
  await answerOf(await site.desk.changeInterval(owner, 'yearly'));
  site.desk.pass(32);
  await site.desk.deliverAll();
  await workOffJobs(site.desk.services);
  expect(await subjectsTo(owner)).toEqual([
    'Welcome to Premium',
    'Your Premium plan will change',
    'Your Premium plan stays as it is',
    'Your Premium plan will change',
    'Your Premium plan has changed',
  ]);
  expect(new Set((await mailsTo(owner)).map(({ replyTo }) => replyTo?.address))).toEqual(new Set([contact.email]));
  const planned = (await mailsTo(owner)).filter(({ subject }) => subject === 'Your Premium plan will change');
  expect(planned.map(({ text }) => text.replace(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/changes from \$29 a month to \$290 a year on [A-Z][a-z]+ \d+, \d+\./),
    expect.stringMatching(/changes from \$29 a month to \$290 a year on [A-Z][a-z]+ \d+, \d+\./),
  ]);
});

it('changes nothing for a page that is older than the plan, and takes a call without that as before', async () => {
  const owner = await subscriber();
  const change = (body: object) => owner.browser.post('/api/billing/interval', { body });
  expect(await problemOf(await change({ interval: 'monthly', running: 'yearly' }))).toMatchObject({
    status: 409,
    message: 'Premium is paid by the month by now. Please look at your plans again.',
  });
  const planned = { plan: { interval: 'monthly', nextInterval: 'yearly' } };
  expect(await answerOf(await change({ interval: 'yearly', running: 'monthly', amountCents: 29_000 }))).toMatchObject(
    planned,
  );
  expect(await answerOf(await change({ interval: 'monthly', running: 'monthly' }))).toMatchObject({
    plan: { interval: 'monthly', nextInterval: null },
  });
  expect(await answerOf(await change({ interval: 'yearly' }))).toMatchObject(planned);
});
