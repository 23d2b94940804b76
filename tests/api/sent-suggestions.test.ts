/** A sender changes, sends again and takes back what was suggested, by the link of our mails and from the dashboard. */
import { beforeEach, expect, it } from 'vitest';
import type { downloadData } from '#features/accounts/download-contract.ts';
import type { StaffSuggestion } from '#features/events/staff-suggestion-contract.ts';
import type { getSentSuggestion, listOwnSuggestions } from '#features/events/suggestion-contract.ts';
import { auditLog, eventSuggestions } from '#server/db/schema/index.ts';
import type { Answer } from '#shared/endpoint.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aSuggestionForm } from '#tests/factories/a-suggestion-form.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { shownPage, testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
let office: StaffOffice;
let browser: TestBrowser;
beforeEach(async () => {
  office = await aStaffOffice(database);
  const user = await aUser(database.db, { email: 'rosa@example.com', emailVerifiedAt: new Date() });
  browser = new TestBrowser(office.app).withSession(await aSession(database.db, user.id));
  const body = { ...form, senderEmail: user.email, isSelf: true };
  await answerOf(await browser.post('/api/events/suggestions', { body }));
  await forgetQueuedMail(database.pool);
});

const form = aSuggestionForm();

type Own = Answer<typeof listOwnSuggestions>;
const own = async () => answerOf<Own>(await browser.get('/api/user/event-suggestions'));
const tokenOf = async () => only(await own(), 'suggestion').token;
const read = (token: string) => office.visitor.get(`/api/events/suggestions/sent?token=${token}`);
const change = (token: string, more: object = {}) =>
  office.visitor.post('/api/events/suggestions/sent', { body: { ...form, token, ...more } });
const remove = (token: string) => office.visitor.post('/api/events/suggestions/removal', { body: { token } });
const queue = async () => answerOf<StaffSuggestion[]>(await office.staff.get('/api/staff/event-suggestions'));
const decide = async (verb: string, body: object) =>
  office.staff.post(`/api/staff/event-suggestions/${(await queue())[0]?.id}/${verb}`, { body });
const mails = () => queuedMail(database.pool);

it('opens with all that was typed, and is changed while it waits; staff who saw the former words are told', async () => {
  const token = await tokenOf();
  const sent = await answerOf<Answer<typeof getSentSuggestion>>(await read(token));
  expect(sent).toMatchObject({
    status: 'waiting',
    reason: null,
    values: { ...form, allDay: '', isFree: '', endsOn: '' },
  });
  const [seen] = await queue();
  expect((await change(token, { location: '' })).status).toBe(422);
  expect((await problemOf(await change(token, { startsOn: '2020-01-01' }))).fields).toHaveProperty('startsOn');
  await answerOf(await change(token, { title: 'Porch concert, later', startTime: '19:30', url: '' }));
  expect(await queue()).toMatchObject([{ title: 'Porch concert, later', url: null, senderEmail: 'rosa@example.com' }]);
  expect((await decide('approve', { seen: seen?.confirmedAt })).status).toBe(409);
  expect(await mails()).toEqual([]);
});

it('is sent again after a refusal, from the link of the mail, and stands in the queue once', async () => {
  await answerOf(await decide('reject', { reason: 'Please tell us what it costs.' }));
  const token = /\/events\/suggested\?token=([\w-]+)/.exec(only(await mails(), 'mail').text)?.[1] ?? '';
  expect(await own()).toMatchObject([{ status: 'rejected', token }]);
  expect(await answerOf(await read(token))).toMatchObject({
    status: 'rejected',
    reason: 'Please tell us what it costs.',
  });
  await forgetQueuedMail(database.pool);
  await answerOf(await change(token, { price: '$8' }));
  expect(await queue()).toMatchObject([{ status: 'waiting', price: '$8', reason: null }]);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Event suggested: Porch concert']);
  expect(await own()).toMatchObject([{ status: 'waiting', reason: null }]);
});

it('is withdrawn while it waits, and put away once decided: off the dashboard, not off the record of staff', async () => {
  const token = await tokenOf();
  await answerOf(await remove(token));
  expect([await own(), await queue()]).toEqual([[], []]);
  for (const call of [read, change, remove]) expect((await call(token)).status).toBe(404);

  const body = { ...form, senderEmail: 'rosa@example.com', isSelf: true };
  await answerOf(await browser.post('/api/events/suggestions', { body }));
  await answerOf(await decide('reject', { reason: 'That is not in town.' }));
  const second = await tokenOf();
  await answerOf(await remove(second));
  expect(await own()).toEqual([]);
  expect(await queue()).toMatchObject([{ status: 'rejected' }]);
  await answerOf(await change(second));
  expect(await own()).toMatchObject([{ status: 'waiting' }]);
  await answerOf(await decide('approve', {}));
  expect(await own()).toMatchObject([{ status: 'approved' }]);
  await answerOf(await remove(second));
  expect(await own()).toEqual([]);
  const actions = (await database.db.select().from(auditLog)).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['event-suggestion.withdrawn', 'event-suggestion.put-away']));
});

it('opens by no other link, not before it is confirmed, and not for an event of a listing', async () => {
  const token = await tokenOf();
  for (const odd of ['', 'x', `${token.slice(0, -2)}AA`]) {
    for (const call of [read, change, remove]) expect((await call(odd)).status).toBe(404);
  }
  await database.db.update(eventSuggestions).set({ status: 'unconfirmed' });
  for (const call of [read, change, remove]) expect((await call(token)).status).toBe(404);
  const { id: businessId } = await aBusiness(database.db);
  await database.db.update(eventSuggestions).set({ status: 'waiting', businessId });
  for (const call of [read, change, remove]) expect((await call(token)).status).toBe(404);
  expect(await database.db.$count(eventSuggestions)).toBe(1);
});

it('is changed by a plain form too, and comes whole in the personal download', async () => {
  const token = await tokenOf();
  const plain = new TestBrowser(testSite(testServices(database)), '192.0.2.7');
  const typed = { ...form, token, endsOn: '', endTime: '' };
  const refused = await shownPage(await plain.submit(`/events/suggested?token=${token}`, { ...typed, title: '' }));
  expect(refused).toMatchObject({ status: 422, form: { fields: { title: 'Please give it a title' } } });
  const done = await plain.submit(`/events/suggested?token=${token}`, { ...typed, title: 'New name' });
  expect([done.status, done.headers.get('location')]).toEqual([303, expect.stringContaining('sent=suggestion-again')]);
  expect(await queue()).toMatchObject([{ title: 'New name' }]);
  const { eventSuggestions: kept } = await answerOf<Answer<typeof downloadData>>(
    await browser.get('/api/account/data'),
  );
  expect(kept).toMatchObject([
    { title: 'New name', location: form.location, startsAt: expect.stringMatching(/T.*Z$/) },
  ]);
});
