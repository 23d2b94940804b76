/** A claimant answers the question of staff by mail: the claim goes on, and staff read the words below the question. */
import { expect, it } from 'vitest';
import { mailWays } from '#app/wiring/letter-kinds.ts';
import type { QueueItem } from '#features/approvals/contract.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { receiveMail } from '#features/conversations/server/receive-mail.ts';
import { replyAddress } from '#server/mail/reply-address.ts';
import { dayMs } from '#shared/times.ts';
import { bakeryClaims } from '#tests/support/bakery-claims.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { testServices } from '#tests/support/test-services.ts';

const bakery = bakeryClaims();
const { database, aClaim, row, statusOf } = bakery;
const pattern = 'reply+*@in.oakbend.example';

it('moves the claim on, once, and is below the question', async () => {
  const id = await aClaim(bakery.ada);
  const staff = bakery.stella.browser;
  await answerOf(
    await staff.post(`/api/staff/claims/${id}/question`, { body: { question: 'Which name is on the lease?' } }),
  );
  const talk = async () => answerOf<Conversation>(await staff.get(`/api/staff/conversations/${id}`));
  expect(await talk()).toMatchObject({ state: 'waiting' });
  const queue = async () => answerOf<QueueItem[]>(await staff.get('/api/staff/queue?kind=claim'));
  const services = testServices(database, { env: { INBOUND_ADDRESS: pattern } });
  const to = await replyAddress(database.db, pattern, { id, side: 'person' });
  const mail = (name: string) =>
    Buffer.from(`From: ada@example.com\r\nTo: ${to}\r\nMessage-ID: <${name}@example.com>\r\n\r\n${name} Oakley.\r\n`);
  expect(await receiveMail(mail('Ada'), mailWays, services)).toBe('kept');
  const { repliedAt, dueAt, question } = (await row(bakery.ada)) ?? {};
  expect(question).toBe('Which name is on the lease?');
  expect((dueAt?.getTime() ?? 0) - (repliedAt?.getTime() ?? 0)).toBe(dayMs);
  expect(await talk()).toMatchObject({
    ...{ state: 'open', isUnread: true },
    posts: [
      { kind: 'answer', text: 'Which name is on the lease?' },
      { kind: 'reply', text: 'Ada Oakley.' },
    ],
  });
  expect(await queue()).toMatchObject([{ at: repliedAt?.toISOString() }]);
  const told = (await queuedMail(database.pool)).find(({ subject }) => subject === 'Claim answered: Bakery');
  expect([told?.to, told?.text]).toEqual(['hello@oakbend.example', expect.stringContaining('> Ada Oakley.')]);
  expect((await queuedMail(database.pool)).filter(({ subject }) => subject.includes('wrote back'))).toEqual([]);
  // A second mail is read below the first, and gives staff no new day.
  expect(await receiveMail(mail('Bo'), mailWays, services)).toBe('kept');
  expect(await row(bakery.ada)).toMatchObject({ repliedAt, dueAt });
  expect(await statusOf(bakery.ada)).toBe('in_review');
});

it("names another address than the claimant's", async () => {
  const id = await aClaim(bakery.ada);
  await answerOf(
    await bakery.stella.browser.post(`/api/staff/claims/${id}/question`, { body: { question: 'Whose lease is it?' } }),
  );
  const services = testServices(database, { env: { INBOUND_ADDRESS: pattern } });
  const to = await replyAddress(database.db, pattern, { id, side: 'person' });
  const mail = `From: other@example.com\r\nTo: ${to}\r\nMessage-ID: <x@example.com>\r\n\r\nMine.\r\n`;
  expect(await receiveMail(Buffer.from(mail), mailWays, services)).toBe('kept');
  const [told, ...more] = (await queuedMail(database.pool))
    .filter(({ to }) => to === 'hello@oakbend.example')
    .slice(-1);
  expect(more).toEqual([]);
  expect(told?.subject).toBe('Claim answered: Bakery');
  expect(told?.text.replace(/\s+/g, ' ')).toContain('is answered from another address than theirs');
  expect(told?.text).toContain('other@example.com');
});
