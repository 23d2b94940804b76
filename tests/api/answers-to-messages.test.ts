/** Staff answer messages of the contact form; the town mails the answer, and colleagues see it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { StaffMessage } from '#features/contact/staff-contract.ts';
import { auditLog, contactAnswers, contactMessages } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let office: StaffOffice;
let id = '';

beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
  const message = 'Subject: Parade\nPhone: Not provided\n\nWhere does it start? See www.evil.example';
  const rows = await database.db
    .insert(contactMessages)
    .values({ name: 'Ada', email: 'ada@example.org', message })
    .returning();
  id = only(rows, 'message').id;
});

const answer = (text: string, of = id) =>
  office.staff.post(`/api/staff/messages/${of}/answers`, { body: { answer: text } });
const list = async (state: string) =>
  answerOf<StaffMessage[]>(await office.staff.get(`/api/staff/messages?state=${state}`));

describe('an answer', () => {
  it('goes out from the town without its author, and stands below the message with author and time', async () => {
    const response = await answer('  It starts at the library: https://town.example/parade  ');
    expect(response.status).toBe(201);
    const [mail, ...more] = await queuedMail(database.pool);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: 'ada@example.org',
      subject: 'Re: Parade',
      replyTo: { name: expect.any(String), address: 'hello@oakbend.example' },
    });
    expect(mail?.text).toContain('https://town.example/parade');
    expect(mail?.text).toContain('> Where does it start?');
    expect(mail?.text).not.toContain('www.evil.example');
    expect(await list('open')).toEqual([]);
    const [shown] = await list('done');
    expect(shown).toMatchObject({
      id,
      answeredAt: expect.any(String),
      answers: [
        {
          text: 'It starts at the library: https://town.example/parade',
          by: expect.any(String),
          createdAt: shown?.answeredAt,
        },
      ],
    });
    expect(mail?.text).not.toContain(shown?.answers[0]?.by);
    expect(await database.db.select().from(auditLog)).toMatchObject([{ action: 'message.answered', subjectId: id }]);
  });

  it('may be followed by another, oldest first, and goes with its message', async () => {
    await answerOf(await answer('One'));
    await answerOf(await answer('Two'));
    expect((await list('done'))[0]?.answers.map(({ text }) => text)).toEqual(['One', 'Two']);
    await database.db.delete(contactMessages);
    expect(await database.db.$count(contactAnswers)).toBe(0);
  });

  it('is in the download of who wrote the message', async () => {
    await answerOf(await answer('At the library.'));
    const ada = await aUser(database.db, { email: 'ada@example.org', emailVerifiedAt: new Date() });
    const browser = new TestBrowser(createApi(testServices(database))).withSession(await aSession(database.db, ada.id));
    const download = await answerOf(await browser.get('/api/account/data'));
    expect(download).toMatchObject({ contactMessages: [{ name: 'Ada', answers: ['At the library.'] }] });
  });

  it.each([' ', 'x'.repeat(5001)])('is refused when it is empty or too long', async (text) => {
    expect(await problemOf(await answer(text))).toMatchObject({ status: 422, fields: { answer: expect.any(String) } });
    expect(await queuedMail(database.pool)).toEqual([]);
  });

  it('is refused for a message that is not there any more', async () => {
    await database.db.delete(contactMessages);
    expect((await answer('Hello')).status).toBe(404);
    expect(await queuedMail(database.pool)).toEqual([]);
  });
});
