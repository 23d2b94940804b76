/** Two colleagues, or two tabs, book the same check, or correct the same booking: the second one is told, and asked once more. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { PersonMoney } from '#features/billing-desk/staff-contract.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const site = paymentSite({ isEmptyEachTime: true });
let staff: Person;
let colleague: Person;
let owner: Person;
beforeEach(async () => {
  staff = await site.desk.person({ role: 'staff' });
  colleague = await site.desk.person({ role: 'staff' });
  owner = await site.desk.owner();
});

const today = () => dayOf(site.desk.services.now(), site.desk.services.city.facts.timeZone);

function give(by: Person, lastPlan: string | null | undefined, cents = 29_000) {
  const cash = { kind: 'cash', cents, receivedOn: today(), reference: 'Check 77' };
  const body = { id: randomUUID(), lastDay: addDays(today(), 364), reason: 'A year', ...cash, lastPlan };
  const sent = by.browser.post(`/api/staff/billing/people/${owner.user.id}/plans`, { body });
  return { id: body.id, sent };
}

const amounts = async () =>
  (await answerOf<PersonMoney>(await staff.browser.get(`/api/staff/billing/people/${owner.user.id}`))).acts
    .filter(({ kind }) => kind === 'cash')
    .map(({ cents }) => cents);

it('a check that a colleague has just booked is not booked again unseen', async () => {
  const first = give(colleague, null);
  await answerOf(await first.sent);
  expect(await problemOf(await give(staff, null).sent)).toMatchObject({
    status: 409,
    message: expect.stringMatching(
      new RegExp(
        `^${colleague.user.username} booked \\$290 from them \\(until .+\\) just now. If yours comes beside it, send it once more.$`,
      ),
    ),
  });
  expect(await amounts()).toEqual([29_000]);
  // Seen, and meant.
  await answerOf(await give(staff, first.id, 5_000).sent);
  expect(await amounts()).toEqual([5_000, 29_000]);
});

it('one’s own other tab is named, too; a caller that does not say what it knows is not asked', async () => {
  await answerOf(await give(staff, null).sent);
  expect(await problemOf(await give(staff, null).sent)).toMatchObject({
    message: expect.stringMatching(/^You, in another tab, booked \$290/),
  });
  await answerOf(await give(staff, undefined).sent);
  expect(await amounts()).toHaveLength(2);
});

it('the same form sent twice books once', async () => {
  const { id, sent } = give(staff, null);
  await answerOf(await sent);
  const cash = { kind: 'cash', cents: 29_000, receivedOn: today(), reference: 'Check 77' };
  const body = { id, lastDay: addDays(today(), 364), reason: 'A year', ...cash, lastPlan: null };
  await answerOf(await staff.browser.post(`/api/staff/billing/people/${owner.user.id}/plans`, { body }));
  expect(await amounts()).toEqual([29_000]);
});

it('a correction of what is not booked any more changes nothing, and says what is', async () => {
  const { id, sent } = give(staff, null, 290_000);
  await answerOf(await sent);
  const was = { cents: 290_000, receivedOn: today(), reference: 'Check 77' };
  const correct = (by: Person, cents: number, seen: object) =>
    by.browser.post(`/api/staff/billing/plans/${id}/correction`, {
      body: { ...was, id: randomUUID(), cents, reason: 'A slip', was: seen },
    });
  await answerOf(await correct(colleague, 29_000, was));
  expect(await problemOf(await correct(staff, 2_900, was))).toMatchObject({
    status: 409,
    message: `${colleague.user.username} corrected this booking just now. It is $290 now. Look at it again.`,
  });
  expect(await amounts()).toEqual([29_000]);
  await answerOf(await correct(staff, 2_900, { ...was, cents: 29_000 }));
  expect(await amounts()).toEqual([2_900]);
});

it('money that never came of a booking that was corrected since stays in the books, and the correction is named', async () => {
  const { id, sent } = give(staff, null);
  await answerOf(await sent);
  const facts = { cents: 30_000, receivedOn: today(), reference: 'Check 77' };
  const body = { ...facts, id: randomUUID(), reason: 'A slip' };
  await answerOf(await colleague.browser.post(`/api/staff/billing/plans/${id}/correction`, { body }));
  const gone = (ofCents: number) =>
    staff.browser.post(`/api/staff/billing/plans/${id}/gone`, {
      body: { id: randomUUID(), what: 'cash-missing', cents: 29_000, day: today(), reason: 'It bounced', ofCents },
    });
  expect(await problemOf(await gone(29_000))).toMatchObject({
    status: 409,
    message: `${colleague.user.username} corrected this booking just now. It is $300 now. Look at it again.`,
  });
  await answerOf(await gone(30_000));
});
