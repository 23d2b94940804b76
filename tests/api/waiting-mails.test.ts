/** Mails that the mail server refuses now are named before they are given up: in the check-up and among the failed mails. */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { checkDatabase } from '#server/site-checks/database-checks.ts';
import { only } from '#tests/support/found.ts';
import { answerOf, aStaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
beforeEach(() => database.pool.query('truncate pgboss.job'));

const refusal = '535 5.7.8 Username and Password not accepted';

/** As pg-boss keeps a mail that was tried in vain. */
async function aWaitingMail(minutes: number, retryCount: number, said = refusal) {
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Secret words', html: '<p>Secret words</p>' };
  const id = await enqueue(database.db, sendMail, mail);
  await database.db.execute(sql`
    update pgboss.job set state = 'retry', retry_count = ${retryCount}, output = ${JSON.stringify({ reason: said })}::jsonb,
      created_on = now() - make_interval(mins => ${minutes}), start_after = now() + interval '1 minute' where id = ${id}::uuid`);
}

/** A mail that went out a moment ago. */
async function aSentMail() {
  const id = await enqueue(database.db, sendMail, { to: 'bo@example.com', subject: 'Hello', text: 'x', html: 'x' });
  await database.db.execute(
    sql`update pgboss.job set state = 'completed', completed_on = now() where id = ${id}::uuid`,
  );
}

it('stand in the check-up with since when, how often and the server’s words', async () => {
  const { env } = testServices(database, { env: { SMTP_URL: 'smtp://mail.example:587' } });
  const check = async () =>
    only(
      (await checkDatabase(database.db, env, () => new Date())).filter(({ name }) => name === 'Sent mail'),
      'check',
    );
  expect(await check()).toMatchObject({ state: 'right' });
  await aWaitingMail(38, 3, 'connect ECONNREFUSED 192.0.2.1:587');
  await aWaitingMail(20, 1);
  const text = `2 mails wait, the oldest queued 38 minutes ago, refused 4 times: ${refusal}. Each is tried again for three days. None has gone out in the last days.`;
  expect(await check()).toEqual({ name: 'Sent mail', state: 'wrong', text, page: '/staff/failed-mails' });
  // One mailbox puts its mail off, and others take theirs.
  await aSentMail();
  expect(await check()).toMatchObject({
    state: 'note',
    text: expect.stringMatching(/^2 mails wait, .+ went out a moment ago/),
  });
});

it('are named among the failed mails, without their texts', async () => {
  const { staff } = await aStaffOffice(database);
  await database.pool.query('truncate pgboss.job');
  const list = async () => answerOf<object>(await staff.get('/api/staff/failed-mails'));
  expect(await list()).toEqual({ mails: [], count: 0, waiting: null });
  await aWaitingMail(38, 3);
  const answer = await list();
  expect(answer).toEqual({
    ...{ mails: [], count: 0 },
    waiting: {
      ...{ count: 1, tries: 4, said: refusal, since: expect.stringMatching(/^\d{4}-.+Z$/) },
      why: expect.stringContaining('did not accept the log-in of this site'),
    },
  });
  expect(JSON.stringify(answer)).not.toContain('Secret');
});
