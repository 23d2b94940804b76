/** Staff choose what is mailed to their own addresses, and get only what their rights open. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AlertSubject, alertSubjectNames } from '#features/alerts/alert-subjects.ts';
import type { Alert } from '#features/alerts/contract.ts';
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import { users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const town = 'hello@oakbend.example';
let office: StaffOffice;
beforeEach(async () => {
  office = await aStaffOffice(database);
  await change({ email: 'stella@example.com', emailVerifiedAt: new Date() });
  await forgetQueuedMail(database.pool);
});

const change = (values: Partial<typeof users.$inferInsert>) =>
  database.db.update(users).set(values).where(eq(users.id, office.staffUser.id));
const set = (subject: AlertSubject, isOn = true) =>
  office.staff.write('PUT', '/api/staff/alerts', { body: { subject, isOn } });
const chosen = async () =>
  (await answerOf<Alert[]>(await office.staff.get('/api/staff/alerts'))).filter(({ isOn }) => isOn);
const receivers = async () => (await queuedMail(database.pool)).map(({ to }) => to).toSorted();
const tell = (subject: AlertSubject) =>
  mailStaff(database.db, subject, { subject: 'New', text: 'New', html: '<p>New</p>' }, testServices(database));

describe('mail to staff', () => {
  it('goes to the town, and to whoever asked for that subject, until they turn it off', async () => {
    await answerOf(await set('reports'));
    expect(await answerOf(await set('reports'))).toContainEqual({ subject: 'reports', isOn: true });
    expect(await chosen()).toEqual([{ subject: 'reports', isOn: true }]);
    const { slug } = await aBusiness(database.db);
    const report = { body: { reason: 'closed', email: 'ada@example.org' } };
    await answerOf(await office.visitor.post(`/api/businesses/${slug}/reports`, report));
    const letters = await queuedMail(database.pool);
    expect(letters.map(({ to }) => to)).toEqual([town, 'stella@example.com']);
    expect(letters[1]).toMatchObject({ subject: letters[0]?.subject, replyTo: { address: 'ada@example.org' } });
    await forgetQueuedMail(database.pool);
    const message = { name: 'Ada', email: 'ada@example.org', message: 'Where is the map?' };
    await answerOf(await office.visitor.post('/api/contact', { body: message }));
    expect(await receivers()).toEqual([town]);
    await answerOf(await set('reports', false));
    await forgetQueuedMail(database.pool);
    await tell('reports');
    expect(await receivers()).toEqual([town]);
  });

  it.each([
    ['a right that was taken away', { rights: ['editor'] }],
    ['a lost role', { role: 'owner', rights: [] }],
    ['a ban', { bannedAt: new Date() }],
    ['an address that is not confirmed', { emailVerifiedAt: null }],
    ['the town’s own address', { email: 'Hello@oakbend.example' }],
  ] as const)('stays away from %s', async (_, values) => {
    await answerOf(await set('claims'));
    await change(values as Partial<typeof users.$inferInsert>);
    await tell('claims');
    expect(await receivers()).toEqual([town]);
  });

  it.each(alertSubjectNames)('about %s reaches an administrator who asks', async (subject) => {
    await change({ rights: ['administrator'] });
    await answerOf(await set(subject));
    await tell(subject);
    expect(await receivers()).toEqual([town, 'stella@example.com'].toSorted());
  });
});

it('offers what the rights open, and refuses the rest', async () => {
  await change({ rights: ['treasurer'] });
  expect(await answerOf(await office.staff.get('/api/staff/alerts'))).toEqual([{ subject: 'orders', isOn: false }]);
  expect((await set('claims')).status).toBe(403);
  expect((await set('orders')).status).toBe(200);
});

it('asks for a confirmed address first', async () => {
  await change({ emailVerifiedAt: null });
  expect(await problemOf(await set('claims'))).toMatchObject({ status: 409 });
  expect(await chosen()).toEqual([]);
});
