/** Premium that no card pays for: complimentary, or in cash or by check. It begins, is told, and ends by itself. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { type givenPlanStates, listGivenPlans, type StaffPlan } from '#features/billing-desk/plans-contract.ts';
import { sendPlanEndLetters } from '#features/billing-desk/server/given-plans.ts';
import type { PersonMoney } from '#features/billing-desk/staff-contract.ts';
import type { Billing } from '#features/premium/contract.ts';
import { auditLog, moneyActs } from '#server/db/schema/index.ts';
import { addDays, dayOf, formatDate, startOfDay } from '#shared/dates.ts';
import { dayMs } from '#shared/times.ts';
import { aSession } from '#tests/factories/a-session.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';
import { nextCursor } from '#web/api-client/list-headers.ts';

const site = paymentSite();
const { database } = site;
let staff: Person;
let owner: Person & { businessId: string };
beforeEach(async () => {
  staff = await site.desk.person({ role: 'staff' });
  owner = await site.desk.owner();
});

const timeZone = () => site.desk.services.city.facts.timeZone;
const dayIn = (days: number) => addDays(dayOf(site.desk.services.now(), timeZone()), days);
const endOf = (day: string) => new Date(startOfDay(addDays(day, 1), timeZone()).getTime() - 1000);
const give = (body: Record<string, unknown>, personId: string = owner.user.id) =>
  staff.browser.post(`/api/staff/billing/people/${personId}/plans`, {
    body: { id: randomUUID(), kind: 'complimentary', lastDay: dayIn(30), reason: 'For the July fair', ...body },
  });
const money = async () => answerOf<PersonMoney>(await staff.browser.get(`/api/staff/billing/people/${owner.user.id}`));
const letters = async () =>
  (await queuedMail(database.pool))
    .filter(({ to }) => to === owner.user.email)
    .map(({ subject, text }) => ({ subject, text: text.replace(/\s+/g, ' ') }));
const until = async () => {
  await workOffJobs(site.desk.services);
  return site.desk.premiumUntil(owner.businessId);
};

/** Runs the scheduled jobs twice, because each of them may run again. */
async function clock(days: number): Promise<void> {
  site.desk.aheadMs = days * dayMs;
  for (const _ of [1, 2]) {
    await site.desk.tick();
    await sendPlanEndLetters(site.desk.services);
  }
}

it('is given with compliments: covers all listings, is told and shown, and ends by itself, told before and then', async () => {
  const form = { id: randomUUID() };
  const end = endOf(dayIn(30));
  expect(await answerOf(await give(form))).toEqual({ endsAt: end.toISOString() });
  expect((await give(form)).status).toBe(200);
  expect(await until()).toEqual(end);
  const [told, ...more] = await letters();
  expect(more).toEqual([]);
  expect(told?.subject).toMatch(/^Premium until .*, with our compliments$/);
  expect(told?.text).toContain('For the July fair');
  const { notes, canManage } = await answerOf<Billing>(await owner.browser.get('/api/billing'));
  expect(notes).toMatchObject([{ kind: 'complimentary', isRunning: true, endsAt: end.toISOString() }]);
  expect(canManage).toBe(false);
  expect((await money()).acts).toMatchObject([
    { kind: 'complimentary', isRunning: true, by: staff.user.username, reason: 'For the July fair' },
  ]);
  const [audit] = await database.db.select().from(auditLog).where(eq(auditLog.action, 'billing.plan-given'));
  expect(audit).toMatchObject({ actorId: staff.user.id, subjectId: owner.user.id, data: { plan: 'complimentary' } });

  await clock(15);
  expect(await letters()).toHaveLength(1);
  await clock(18);
  expect((await letters()).map(({ subject }) => subject)[1]).toMatch(/^Premium ends on /);
  await clock(32);
  expect((await letters()).map(({ subject }) => subject)).toHaveLength(3);
  expect((await letters())[2]?.subject).toBe('Premium has ended');
  expect(await site.desk.premiumUntil(owner.businessId)).toBeNull();
});

it('is paid in cash: the mail is the receipt', async () => {
  const cash = { kind: 'cash', cents: 29_000, receivedOn: dayIn(-1), reference: 'Check 1042', lastDay: dayIn(365) };
  expect((await give(cash)).status).toBe(200);
  expect(await until()).toEqual(endOf(dayIn(365)));
  const [receipt] = await letters();
  expect(receipt?.subject).toMatch(/^Your receipt: Premium until /);
  for (const part of ['$290', 'Check 1042', 'no card is charged']) expect(receipt?.text).toContain(part);
  expect((await money()).acts).toMatchObject([{ kind: 'cash', cents: 29_000, reference: 'Check 1042' }]);
});

it('says nothing about the end of one plan while another goes on', async () => {
  await give({});
  await give({ lastDay: dayIn(200) });
  await clock(40);
  expect(await letters()).toHaveLength(2);
  expect(await site.desk.premiumUntil(owner.businessId)).not.toBeNull();
});

it('is ended by staff while another plan goes on: the mail says until when', async () => {
  const longer = endOf(dayIn(300));
  await give({ kind: 'cash', lastDay: dayIn(300), cents: 29000, receivedOn: dayIn(0), reference: '' });
  const id = randomUUID();
  await give({ id, lastDay: dayIn(60) });
  const given = (await letters()).at(-1);
  expect(given?.text).toContain(
    `Your listings keep Premium after that: you have it until ${formatDate(longer, timeZone())}.`,
  );
  expect(given?.text).not.toContain('up to and including');
  const ended = await staff.browser.post(`/api/staff/billing/plans/${id}/end`, {
    body: { reason: 'Given by mistake' },
  });
  expect(ended.status).toBe(200);
  expect(await until()).toEqual(longer);
  const told = (await letters()).at(-1);
  expect(told?.subject).toBe('One plan has ended, your Premium goes on');
  expect(told?.text).toContain(`you have it until ${formatDate(longer, timeZone())}`);
  expect(told?.text).not.toContain('without what Premium adds');
});

it('is ended by staff before its day, with a reason', async () => {
  await give({});
  expect(await until()).not.toBeNull();
  const { id } = found((await money()).acts[0], 'act');
  const end = () =>
    staff.browser.post(`/api/staff/billing/plans/${id}/end`, { body: { reason: 'The shop has closed' } });
  expect((await end()).status).toBe(200);
  expect((await end()).status).toBe(409);
  expect(await until()).toBeNull();
  expect((await letters())[1]?.text).toContain('The shop has closed');
  await clock(40);
  expect(await letters()).toHaveLength(2);
});

it.each<[string, Record<string, unknown>, string]>([
  ['a day that is over', { lastDay: '2020-01-01' }, 'lastDay'],
  ['a day far away', { lastDay: '2090-01-01' }, 'lastDay'],
  ['cash without an amount', { kind: 'cash', receivedOn: '2026-01-01' }, 'cents'],
  ['cash without its day', { kind: 'cash', cents: 2900 }, 'receivedOn'],
  ['cash of tomorrow', { kind: 'cash', cents: 2900, receivedOn: '2090-01-01' }, 'receivedOn'],
  ['a negative amount', { kind: 'cash', cents: -1, receivedOn: '2026-01-01' }, 'cents'],
  ['no reason', { reason: ' ' }, 'reason'],
])('is refused with %s', async (_, body, field) => {
  const refused = await problemOf(await give(body));
  expect(refused).toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
  expect(await until()).toBeNull();
});

it('is for treasurers, for people who are there, and an id is one act', async () => {
  expect((await give({}, randomUUID())).status).toBe(404);
  const form = { id: randomUUID() };
  await give(form);
  expect((await give({ ...form, kind: 'cash', cents: 1, receivedOn: dayIn(0) })).status).toBe(409);
  const editor = await site.desk.person({ role: 'staff', rights: ['editor'] });
  editor.browser.withSession(await aSession(database.db, editor.user.id));
  const refused = await editor.browser.post(`/api/staff/billing/people/${owner.user.id}/plans`, { body: {} });
  expect(refused.status).toBe(403);
});

type State = (typeof givenPlanStates)[number];
const page = (state: State, cursor?: string) =>
  staff.browser.get(`${listGivenPlans.path}?${new URLSearchParams({ state, ...(cursor ? { cursor } : {}) })}`);
const list = async (state: State) => answerOf<StaffPlan[]>(await page(state));

it('stands in the list of running plans, what ends next first, and then in that of ended ones', async () => {
  const cash = { kind: 'cash', cents: 29_000, receivedOn: dayIn(-1), reference: '1204', lastDay: dayIn(60) };
  const form = { id: randomUUID() };
  for (const body of [cash, form]) expect((await give(body)).status).toBe(200);
  const person = { id: owner.user.id, username: owner.user.username, email: owner.user.email };
  const gift = { id: form.id, kind: 'complimentary', person, cents: null, reference: null };
  expect(await list('running')).toMatchObject([
    { ...gift, endsAt: endOf(dayIn(30)).toISOString(), endedAt: null, isRunning: true },
    { kind: 'cash', person, cents: 29_000, receivedOn: dayIn(-1), reference: '1204', isRunning: true },
  ]);
  expect(await list('over')).toEqual([]);
  const end = { body: { reason: 'The fair is off' } };
  expect((await staff.browser.post(`/api/staff/billing/plans/${form.id}/end`, end)).status).toBe(200);
  expect(await list('over')).toMatchObject([{ ...gift, isRunning: false, endedAt: expect.any(String) }]);
  site.desk.aheadMs = 61 * dayMs;
  expect(await list('running')).toEqual([]);
  expect(await list('over')).toMatchObject([{ kind: 'cash', endedAt: null }, gift]);
});

it.each([
  ['running', 1],
  ['over', -1],
] as const)('is listed %s page by page, without a gap and without what is no plan', async (state, sign) => {
  const at = site.desk.services.now().getTime();
  const { id: userId } = owner.user;
  // Pairs end in the same second.
  const plans = Array.from({ length: 53 }, (_, n) => ({
    ...{ id: randomUUID(), kind: 'complimentary' as const, userId, reason: 'For the fair' },
    endsAt: new Date(at + sign * (1 + Math.floor(n / 2)) * dayMs),
  }));
  await database.db.insert(moneyActs).values(plans);
  await database.db.insert(moneyActs).values({ id: randomUUID(), kind: 'credit', userId, cents: 500, reason: 'Sorry' });
  const first = await page(state);
  const rows = await answerOf<StaffPlan[]>(first);
  expect(rows).toHaveLength(50);
  const rest = await page(state, nextCursor(first.headers) ?? '');
  rows.push(...(await answerOf<StaffPlan[]>(rest)));
  expect(rest.headers.get('Link')).toBeNull();
  expect(rows.map(({ id }) => id).toSorted()).toEqual(plans.map(({ id }) => id).toSorted());
  expect(rows.map(({ endsAt }) => endsAt)).toEqual(plans.map(({ endsAt }) => endsAt.toISOString()));
  expect((await page(state, 'nonsense')).status).toBe(400);
});

it('is listed for treasurers alone', async () => {
  expect((await owner.browser.get(listGivenPlans.path)).status).toBe(403);
});

it('is found, given and ended by a treasurer, who sees name and mailbox of the person and nothing else', async () => {
  const tom = await site.desk.person({ role: 'staff', rights: ['treasurer'] });
  const people = '/api/staff/billing/people';
  const find = async (text: string) =>
    answerOf<object[]>(await tom.browser.get(`${people}?text=${encodeURIComponent(text)}`));
  const { id, username, email } = owner.user;
  expect(await find(email.toUpperCase())).toEqual([{ id, username, email }]);
  expect(await find(username.slice(0, 3))).toContainEqual({ id, username, email });
  expect(await find('nobody of this name')).toEqual([]);
  expect(await find('100%_')).toEqual([]);
  expect((await tom.browser.get(`${people}?text=a`)).status).toBe(400);

  const cash = { kind: 'cash', cents: 2900, receivedOn: dayIn(0), reference: 'Check 7' };
  const body = { id: randomUUID(), lastDay: dayIn(30), reason: 'For the July fair', ...cash };
  await answerOf(await tom.browser.post(`${people}/${id}/plans`, { body }));
  const { person, acts } = await answerOf<PersonMoney>(await tom.browser.get(`${people}/${id}`));
  expect(person).toEqual({ id, username, email });
  expect(acts).toMatchObject([{ kind: 'cash', cents: 2900, isRunning: true }]);
  const reason = 'The check was not covered';
  await answerOf(await tom.browser.post(`/api/staff/billing/plans/${acts[0]?.id}/end`, { body: { reason } }));
  expect((await tom.browser.get(`${people}/${randomUUID()}`)).status).toBe(404);
  expect((await tom.browser.get(`/api/staff/people/${id}`)).status).toBe(403);
  const mo = await site.desk.person({ role: 'staff', rights: ['moderator'] });
  expect((await mo.browser.get(`${people}?text=${username}`)).status).toBe(403);
});
