/** The words of mails that staff change: who may, what is refused, what goes out, and the way back. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { statesOf } from '#features/mail-texts/mail-states.ts';
import type { MailInList, StaffMail } from '#features/mail-texts/staff-contract.ts';
import { refreshCity } from '#server/city-settings.ts';
import { citySettings } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
const list = '/api/staff/mail-texts';
const path = `${list}/email-confirmation`;
const own = { subject: 'Welcome to {{site}}, {{username}}', text: 'Good day {{username}},\n\n{{link: That is me}}' };

async function office() {
  const people = await aStaffOffice(database);
  const read = async () => answerOf<StaffMail>(await people.staff.get(path));
  const put = async (text = own) =>
    people.staff.write('PUT', path, { body: { ...text, changedAt: (await read()).changedAt } });
  return { ...people, read, put };
}

async function signUp(browser: TestBrowser, username: string) {
  const body = { username, email: `${username}@example.com`, password: 'a long and good one' };
  await answerOf(await browser.write('POST', '/api/auth/register', { body }));
  const mail = (await queuedMail(database.pool)).find(({ to }) => to === body.email);
  expect(mail).toBeDefined();
  return mail;
}

it('sends the words of staff from every process, until they are taken back', async () => {
  const { put, staff, read } = await office();
  expect(await read()).toMatchObject({ changedAt: null, changedBy: null, trouble: null, history: [] });
  expect(await answerOf<StaffMail>(await put())).toMatchObject({ value: own, changedBy: 'stella' });

  const services = testServices(database);
  const other = new TestBrowser(createApi(services));
  await refreshCity(database.db, services.city);
  const mail = await signUp(other, 'nora');
  expect(mail).toMatchObject({ subject: 'Welcome to Oak Bend, nora' });
  expect(mail?.text).toMatch(
    /^Good day nora,\n\nThat is me:\nhttps?:\/\/\S+\/verify-email\?token=\S+\n\n-- \nOak Bend, TX/,
  );
  expect(mail?.html).toContain('>That is me</a>');

  const texts = await answerOf<MailInList[]>(await staff.get(list));
  expect(texts.filter(({ isChanged }) => isChanged)).toMatchObject([
    { name: 'email-confirmation', group: 'Accounts', subject: own.subject },
  ]);
  const back = await answerOf<StaffMail>(await staff.write('DELETE', path));
  expect(back).toMatchObject({ changedAt: null, value: back.builtIn });
  expect(back.history.map(({ by, isReset }) => [by, isReset])).toEqual([
    ['stella', true],
    ['stella', false],
  ]);
  expect(statesOf(back).map(({ text }) => text)).toEqual([back.builtIn, own]);
  expect((await staff.write('DELETE', path)).status).toBe(409);
  await refreshCity(database.db, services.city);
  expect((await signUp(other, 'otto'))?.subject).toBe('Confirm your email for Oak Bend');
});

it('refuses a text without its link, a misspelt name, and the copy of somebody who was slower', async () => {
  const { put, staff } = await office();
  const refused = async (text: typeof own) => (await problemOf(await put(text))).fields;
  expect(await refused({ subject: ' ', text: 'Hello' })).toEqual({
    subject: 'Please enter a subject',
    text: '{{link}} is missing. This mail needs it: confirms the address.',
  });
  expect(await refused({ ...own, text: `${own.text}\n\n{{usrname}}` })).toEqual({
    text: 'There is no {{usrname}}. You can use {{username}}, {{link}}, {{site}}, {{town}}.',
  });
  expect(await database.db.select().from(citySettings)).toEqual([]);
  await answerOf(await put());
  const late = await staff.write('PUT', path, { body: { ...own, changedAt: null } });
  expect(late.status).toBe(409);
});

it('sends the built-in words when the stored ones cannot be used', async () => {
  for (const value of [{ subject: 'Hi', text: 'No link at all' }, { subject: 7 }, 'nonsense']) {
    await database.db
      .insert(citySettings)
      .values({ key: 'mail:email-confirmation', value })
      .onConflictDoUpdate({ target: citySettings.key, set: { value } });
    const services = testServices(database);
    await refreshCity(database.db, services.city);
    const mail = await signUp(new TestBrowser(createApi(services)), `p${JSON.stringify(value).length}`);
    expect(mail?.subject).toBe('Confirm your email for Oak Bend');
  }
  const { staff } = await office();
  await database.db
    .update(citySettings)
    .set({ value: { subject: 'Hi', text: 'No link at all' } })
    .where(eq(citySettings.key, 'mail:email-confirmation'));
  expect((await answerOf<StaffMail>(await staff.get(path))).trouble).toMatch(/^\{\{link\}\} is missing/);
});

it('shows a draft and mails it to the person who asks, and stores nothing', async () => {
  const { staff, staffUser } = await office();
  const body = { ...own, cases: [] };
  const shown = await answerOf<{ subject: string; text: string }>(
    await staff.write('POST', `${path}/preview`, { body }),
  );
  expect(shown.subject).toBe('Welcome to Oak Bend, maria');
  expect(shown.text).toContain('That is me:\nhttp');
  expect((await staff.write('POST', `${path}/preview`, { body: { ...body, text: 'Hi' } })).status).toBe(422);
  expect(await answerOf(await staff.write('POST', `${path}/test`, { body }))).toEqual({ to: staffUser.email });
  expect((await queuedMail(database.pool)).slice(-1)).toMatchObject([
    { to: staffUser.email, subject: 'Test: Welcome to Oak Bend, maria' },
  ]);
  expect(await database.db.select().from(citySettings)).toEqual([]);
});

it('is for administrators, and knows no other mail', async () => {
  const { staff, owner, visitor } = await office();
  expect((await owner.get(list)).status).toBe(403);
  expect((await visitor.get(path)).status).toBe(401);
  const body = { ...own, changedAt: null };
  expect((await staff.write('PUT', `${list}/no-such-mail`, { body })).status).toBe(404);
  expect((await staff.get(`${list}/toString`)).status).toBe(404);
});

it('shows a draft as the mail in a frame without scripts, to administrators and from this site alone', async () => {
  const { staffUser, ownerUser } = await office();
  const site = testSite(testServices(database));
  const as = async (id: string) => new TestBrowser(site).withSession(await aSession(database.db, id));
  const post = (browser: TestBrowser, draft: Record<string, string>, origin = 'http://oakbend.example') =>
    browser.request('POST', '/staff/mail-texts/email-confirmation/preview', {
      headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(draft).toString(),
    });
  const staff = await as(staffUser.id);
  const text = `${own.text}\n\n<script>alert(1)</script>`;
  const shown = await post(staff, { ...own, text, cases: '' });
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none';.*frame-ancestors 'self'; sandbox$/);
  const html = await shown.text();
  expect(html).toContain('<p>Good day maria,</p>');
  expect(html).not.toContain('<script');
  expect((await post(staff, { subject: 'Hello', text: 'No link' })).status).toBe(404);
  expect((await post(staff, {})).status).toBe(404);
  expect((await post(staff, own, 'https://evil.example')).status).toBe(403);
  expect((await post(await as(ownerUser.id), own)).status).toBe(404);
  expect((await post(new TestBrowser(site), own)).status).toBe(302);
});
