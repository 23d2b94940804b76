/** Mails that were given up: administrators see to whom, which and why, never the text, and send them again or let them be. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditRow } from '#features/audit/contract.ts';
import type { FailedMail } from '#features/failed-mails/staff-contract.ts';
import { deadLetters } from '#server/jobs/define-job.ts';
import { unsealLinks } from '#server/mail/sealed-links.ts';
import type { Mail } from '#server/mail/send-mail.ts';
import { aFailedMail, noMailbox } from '#tests/factories/a-failed-mail.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found, only } from '#tests/support/found.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  await database.pool.query('truncate pgboss.job, audit_log');
  office = await aStaffOffice(database);
});

const token = 'Q7h-_x'.repeat(7);
const path = '/api/staff/failed-mails';

const giveUp = (given: Partial<Mail> = {}, said?: string) => aFailedMail(database.db, given, said);

const list = async () => answerOf<{ mails: FailedMail[]; count: number }>(await office.staff.get(path));
const queued = async () =>
  (await database.db.execute<{ data: Mail }>(sql`select data from pgboss.job where name = 'send-mail'`)).rows.map(
    ({ data }) => data,
  );
const audited = async (id: string) =>
  (await answerOf<AuditRow[]>(await office.staff.get(`/api/staff/audit?subject=${id}`))).map(({ action }) => action);
const send = (id: string) => office.staff.post(`${path}/${id}/send`);
const letBe = (id: string) => office.staff.write('DELETE', `${path}/${id}`);
const putBack = (id: string) => office.staff.post(`${path}/${id}/put-back`);

it('lists to whom, which, since when and why, the newest first, without a word of the text', async () => {
  const link = `http://oakbend.example/reset-password?token=${token}`;
  await giveUp({
    subject: 'A new password',
    text: `Secret words: ${link}`,
    html: `<a href="${link}">Secret words</a>`,
  });
  await giveUp({ to: 'bo@example.com' }, 'connect ECONNREFUSED 192.0.2.1:587');
  const answer = await office.staff.get(path);
  const text = await answer.text();
  for (const secret of [token, 'Secret words', 'Good morning', 'reset-password']) expect(text).not.toContain(secret);
  const { mails, count } = JSON.parse(text) as { mails: FailedMail[]; count: number };
  expect(count).toBe(2);
  expect(mails).toMatchObject([
    { to: 'bo@example.com', subject: 'Hello', why: 'The mail server could not be reached.', hasLink: false },
    { to: 'ada@example.com', subject: 'A new password', said: noMailbox, hasLink: true, canBeSent: true, attempts: 81 },
  ]);
  const [first] = mails;
  expect(Date.parse(found(first, 'mail').failedAt) - Date.parse(found(first, 'mail').queuedAt)).toBeCloseTo(
    3 * 86_400_000,
    -4,
  );
});

it('is for administrators only, and knows no other failed jobs', async () => {
  await giveUp();
  await database.db.execute(sql`
    insert into pgboss.job (name, data, source_name) values (${deadLetters}, '{"claimId": "1"}', 'charge-claim')`);
  expect((await list()).count).toBe(1);
  const moderator = await aUser(database.db, { role: 'staff', rights: ['moderator'] });
  const browser = new TestBrowser(office.app).withSession(await aSession(database.db, moderator.id));
  expect((await browser.get(path)).status).toBe(403);
});

describe('sent again', () => {
  it('goes out once, with its link, and stands in the audit log', async () => {
    const link = `http://oakbend.example/verify-email?token=${token}`;
    const id = await giveUp({ text: link });
    expect(await answerOf(await send(id))).toEqual({ to: 'ada@example.com' });
    const mail = only(await queued(), 'mail');
    expect(JSON.stringify(mail)).not.toContain(token);
    expect(unsealLinks(mail)).toMatchObject({ to: 'ada@example.com', subject: 'Hello', text: link });
    expect([(await list()).count, await audited(id)]).toEqual([0, ['mail.sent-again']]);
    expect(await problemOf(await send(id))).toMatchObject({
      status: 409,
      message: 'You, in another tab, dealt with this mail just now.',
    });
    expect(await queued()).toHaveLength(1);
  });

  it('by two colleagues at once goes out once, and the second reads who was first', async () => {
    const id = await giveUp();
    const amy = await aUser(database.db, { role: 'staff', username: 'amy' });
    const amys = new TestBrowser(office.app).withSession(await aSession(database.db, amy.id));
    await answerOf(await amys.post(`${path}/${id}/send`));
    expect((await problemOf(await letBe(id))).message).toBe('amy dealt with this mail just now.');
    const other = await giveUp();
    const both = await Promise.all([send(other), amys.post(`${path}/${other}/send`)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await queued()).toHaveLength(2);
  });

  it('all together leaves out what is dealt with and what cannot be sent', async () => {
    const ids = [await giveUp(), await giveUp({ to: 'bo@example.com' }), await giveUp(), await giveUp()];
    await answerOf(await letBe(found(ids[2], 'mail')));
    await database.db.execute(
      sql`update pgboss.job set data = data || '{"links": ["sealed elsewhere"]}' where id = ${ids[3]}::uuid`,
    );
    const kept = only(
      (await list()).mails.filter(({ id }) => id === ids[3]),
      'mail',
    );
    expect(kept).toMatchObject({ canBeSent: false });
    expect(await answerOf(await office.staff.post(`${path}/send`, { body: { ids } }))).toEqual({ sent: 2 });
    expect((await queued()).map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'bo@example.com']);
    expect((await list()).mails).toMatchObject([{ id: ids[3] }]);
    expect(await problemOf(await send(found(ids[3], 'mail')))).toMatchObject({
      status: 409,
      message: expect.stringContaining('cannot be sent'),
    });
    for (const wrong of [[], ['1'], Array.from({ length: 101 }, () => ids[0])]) {
      expect((await office.staff.post(`${path}/send`, { body: { ids: wrong } })).status).toBe(422);
    }
  });
});

describe('let be', () => {
  it('is off the list, can be put back, and is deleted by the queue itself otherwise', async () => {
    const id = await giveUp();
    await answerOf(await letBe(id));
    expect((await list()).mails).toEqual([]);
    expect((await problemOf(await letBe(id))).status).toBe(409);
    expect((await problemOf(await send(id))).status).toBe(409);
    const row = async () =>
      (await database.db.execute(sql`select state, deletion_seconds, completed_on is not null as ends from pgboss.job`))
        .rows;
    expect(await row()).toEqual([{ state: 'cancelled', deletion_seconds: 60, ends: true }]);
    await answerOf(await putBack(id));
    expect(await row()).toEqual([{ state: 'created', deletion_seconds: 31_536_000, ends: false }]);
    expect((await list()).mails).toMatchObject([{ id }]);
    expect(await audited(id)).toEqual(['mail.put-back', 'mail.let-be']);
    expect((await putBack(id)).status).toBe(404);
    await answerOf(await letBe(id));
    await database.db.execute(sql`delete from pgboss.job`);
    expect((await putBack(id)).status).toBe(404);
    expect(await queued()).toEqual([]);
  });
});
