/** Two colleagues answer one letter: the second is asked before the person gets two answers. */
import { beforeEach, expect, it } from 'vitest';
import type { Conversation } from '#features/conversations/contract.ts';
import { contactMessages } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
let marias: TestBrowser;
let path = '';

beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
  const maria = await aUser(database.db, { role: 'staff', username: 'maria' });
  marias = new TestBrowser(office.app).withSession(await aSession(database.db, maria.id));
  const written = { name: 'Vera', email: 'vera@example.org', message: 'When are you open?' };
  const { id } = only(await database.db.insert(contactMessages).values(written).returning(), 'message');
  path = `/api/staff/conversations/${id}`;
});

const send = (by: TestBrowser, answer: string, after?: string | null) =>
  by.post(`${path}/answers`, { body: { answer, ...(after === undefined ? {} : { after }) } });
const mails = async () => (await queuedMail(database.pool)).map(({ to }) => to);

it('asks the second one first, with the words of the first, and sends at the second click', async () => {
  await answerOf(await send(marias, 'McCullough is closed\nfrom 9 to noon.', null));
  const refused = await problemOf(await send(office.staff, 'I will find out.', null));
  expect(refused).toMatchObject({
    status: 409,
    message: 'maria answered just now: “McCullough is closed from 9 to noon.” Send yours, too?',
    fields: { after: expect.any(String) },
  });
  expect(await mails()).toEqual(['vera@example.org']);
  // Another one meanwhile: it is asked about, too, and says whose it is.
  await answerOf(await send(office.staff, 'word '.repeat(80), refused.fields?.after));
  const again = await problemOf(await send(office.staff, 'I will find out.', refused.fields?.after));
  expect(again.message).toMatch(/^You, in another tab, answered just now: “(word ){39}word…” Send yours, too\?$/);
  const { posts } = await answerOf<Conversation>(await send(office.staff, 'I will find out.', again.fields?.after));
  expect(posts.map(({ by }) => by)).toEqual(['maria', 'stella', 'stella']);
  expect(await mails()).toHaveLength(3);
});

it('asks nothing where the answer was seen, where a colleague only left a note, and of a call that does not say', async () => {
  await answerOf(await marias.post(`${path}/notes`, { body: { note: 'I look into it.' } }));
  const first = await answerOf<Conversation>(await send(office.staff, 'One moment.', null));
  const seen = only(
    first.posts.filter(({ kind }) => kind === 'answer'),
    'answer',
  );
  await answerOf(await send(marias, 'We are open.', seen.id));
  await answerOf(await send(office.staff, 'Every day.'));
  expect(await mails()).toHaveLength(3);
});
