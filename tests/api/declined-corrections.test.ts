/** Staff decline a suggested change: its sender may be told why. */
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { businesses, corrections } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const reason = 'We called: the number is right.';
let staff: TestBrowser;
let businessId = '';
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  const { id } = await aUser(database.db, { role: 'staff' });
  staff = new TestBrowser(createApi(testServices(database))).withSession(await aSession(database.db, id));
  businessId = (await aBusiness(database.db, { name: 'Oak Bakery' })).id;
});

async function suggested(email: string | null): Promise<string> {
  const said = { businessId, field: 'phone', right: 'See www.pills.example', source: 'The door', email } as const;
  return only(await database.db.insert(corrections).values(said).returning(), 'suggestion').id;
}
const decline = (id: string, body: object) =>
  staff.post(`/api/staff/corrections/${id}/close`, { body: { as: 'declined', ...body } });

it('tells nobody without a reason, and where no email was left', async () => {
  await answerOf(await decline(await suggested(null), { reason }));
  await answerOf(await decline(await suggested('ada@example.org'), { reason: ' ' }));
  await answerOf(await decline(await suggested(null), { as: 'done' }));
  expect(await queuedMail(database.pool)).toEqual([]);
});

it('thanks who left an email for what was done by hand, without the reason of a no, and not when it is undone', async () => {
  const id = await suggested('ada@example.org');
  await answerOf(await decline(id, { as: 'done', reason }));
  const mail = only(await queuedMail(database.pool), 'mail');
  expect(mail).toMatchObject({ to: 'ada@example.org', subject: 'Thank you: Oak Bakery is corrected' });
  expect(mail.text).toContain('/business/');
  expect(mail.text).not.toContain(reason);
  await answerOf(await staff.post('/api/staff/undo', { body: { subjectId: id } }));
  expect(await queuedMail(database.pool)).toEqual([]);
  await database.db.update(businesses).set({ status: 'hidden' });
  await answerOf(await decline(id, { as: 'done' }));
  expect(only(await queuedMail(database.pool), 'mail').text).not.toContain('/business/');
});

it('mails the reason to who left an email, without links of a stranger, and not when it is undone', async () => {
  const id = await suggested('ada@example.org');
  await answerOf(await decline(id, { reason }));
  const mail = only(await queuedMail(database.pool), 'mail');
  expect(mail).toMatchObject({ to: 'ada@example.org', subject: 'Your suggestion for Oak Bakery' });
  expect(mail.text).toContain(`> ${reason}`);
  expect(mail.text).toContain('> See www. pills. example');
  await answerOf(await staff.post('/api/staff/undo', { body: { subjectId: id } }));
  expect(await queuedMail(database.pool)).toEqual([]);
  expect(await problemOf(await decline(id, { reason: 'x'.repeat(1001) }))).toMatchObject({ status: 422 });
});
