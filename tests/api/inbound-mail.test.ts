/** Replies by mail come back into their conversation: the signed webhook, and what it refuses. */
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { contactMessages, conversationPosts, conversations, reports, users } from '#server/db/schema/index.ts';
import { replyAddress } from '#server/mail/reply-address.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const [secret, pattern] = ['a secret of the service'.replaceAll(' ', '-'), 'reply+*@in.oakbend.example'];
const env = { INBOUND_ADDRESS: pattern, INBOUND_MAIL_SECRET: secret };
let now: number;
let app: ReturnType<typeof createApi>;
let staff: TestBrowser;
let id = '';
let address = '';

beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  now = Date.now();
  app = createApi(testServices(database, { env, now: () => new Date(now) }));
  const stella = await aUser(database.db, { role: 'staff', username: 'stella', emailVerifiedAt: new Date() });
  staff = new TestBrowser(app).withSession(await aSession(database.db, stella.id));
  const message = 'Subject: Parade\nPhone: Not provided\n\nWhere does it start?';
  const row = { name: 'Ada', email: 'Ada@example.org', message, answeredAt: new Date() };
  id = only(await database.db.insert(contactMessages).values(row).returning(), 'message').id;
  address = await replyAddress(database.db, pattern, { id, side: 'person' });
});

interface Given {
  from?: string;
  to?: string;
  head?: string[];
  body?: string;
  mailId?: string;
}
const aMail = ({
  from = 'Ada <ada@example.org>',
  to = address,
  head = [],
  mailId = '1@example.org',
  ...rest
}: Given = {}) =>
  [
    ...[`From: ${from}`, `To: ${to}`, 'Subject: Re: Parade', `Message-ID: <${mailId}>`, ...head],
    ...[
      '',
      rest.body ??
        'Thank you!\r\n\r\nOn Tue, Nov 24, 2026 at 9:00 AM Oakbend <no-reply@oakbend.example> wrote:\r\n> At the library.',
    ],
  ].join('\r\n');

interface Signing {
  time?: number;
  signature?: string;
}
async function post(mail: string, { time = Math.floor(now / 1000), signature }: Signing = {}) {
  const right = createHmac('sha256', secret).update(`${time}.`).update(mail).digest('hex');
  return app.request('/api/inbound-mail', {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', 'x-inbound-signature': `t=${time},v1=${signature ?? right}` },
    body: mail,
  });
}
const resultOf = async (mail: string) => (await answerOf<{ result: string }>(await post(mail))).result;
const shown = async () => answerOf<Conversation>(await staff.get(`/api/staff/conversations/${id}`));
const posts = () => database.db.select().from(conversationPosts);

describe('a reply', () => {
  it('comes back unread, opens what was answered, and staff are mailed', async () => {
    const stella = only(await database.db.select().from(users), 'user');
    await database.db.insert(conversations).values({ id, kind: 'message', lastWord: 'us', assigneeId: stella.id });
    expect(await resultOf(aMail())).toBe('kept');
    const [reply] = (await shown()).posts;
    expect(await shown()).toMatchObject({ state: 'open', isUnread: true });
    expect(reply).toMatchObject({ kind: 'reply', text: 'Thank you!', from: null, leftOut: [] });
    expect(reply?.quoted).toContain('> At the library.');
    expect((await database.db.select().from(contactMessages))[0]?.answeredAt).toBeNull();
    const mails = await queuedMail(database.pool);
    expect(mails.map(({ to }) => to)).toEqual(['hello@oakbend.example', stella.email]);
    expect(mails[0]).toMatchObject({
      subject: 'Ada wrote back',
      text: expect.stringContaining(`/staff/messages/${id}`),
    });
  });

  it('about a report is called after its sender, not after the listing', async () => {
    const { id: businessId } = await aBusiness(database.db, { name: 'Oak.cafe' });
    const report = { businessId, reason: 'closed', email: 'vera@example.net' } as const;
    const about = only(await database.db.insert(reports).values(report).returning(), 'report').id;
    const to = await replyAddress(database.db, pattern, { id: about, side: 'person' });
    expect(await resultOf(aMail({ from: 'vera@example.net', to }))).toBe('kept');
    const mails = await queuedMail(database.pool);
    expect(mails.map(({ subject }) => subject)).toEqual(['vera@example.net wrote back about Oak. cafe']);
  });

  it('is kept once, however often it comes', async () => {
    expect([await resultOf(aMail()), await resultOf(aMail())]).toEqual(['kept', 'known']);
    expect(await posts()).toHaveLength(1);
    expect(await resultOf(aMail({ mailId: '2@example.org' }))).toBe('kept');
  });

  it('from another address is shown as such, and the next answer continues the thread of mails', async () => {
    expect(await resultOf(aMail({ from: 'bo@example.net' }))).toBe('kept');
    expect((await shown()).posts).toMatchObject([{ from: 'bo@example.net' }]);
    await forgetQueuedMail(database.pool);
    await answerOf(await staff.post(`/api/staff/conversations/${id}/answers`, { body: { answer: 'At noon.' } }));
    expect(await queuedMail(database.pool)).toMatchObject([
      {
        to: 'Ada@example.org',
        thread: { references: ['1@example.org'] },
        text: expect.stringContaining('> Thank you!'),
      },
    ]);
  });

  it('in HTML becomes text, and its files are named and not kept', async () => {
    const head = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=x'];
    const html = '<style>p{}</style><p>Hello <b>all</b></p><script>alert(1)</script><p>Bye &lt;3</p>';
    const file =
      'Content-Type: image/svg+xml; name=a.svg\r\nContent-Disposition: attachment; filename=a.svg\r\n\r\n<svg onload=ran=1>';
    const body = `--x\r\nContent-Type: text/html\r\n\r\n${html}\r\n--x\r\n${file}\r\n--x--`;
    expect(await resultOf(aMail({ head, body }))).toBe('kept');
    expect((await shown()).posts).toMatchObject([{ text: 'Hello all\n\nBye <3', leftOut: ['a.svg'] }]);
  });
});

describe('a mail is passed over when', () => {
  it.each([
    ['a program answers', { head: ['Auto-Submitted: auto-replied'] }],
    ['it is bulk', { head: ['Precedence: bulk'] }],
    ['it has gone round before', { head: ['X-Loop: here'] }],
    ['it reports a bounce', { head: ['Content-Type: multipart/report; report-type=delivery-status; boundary=x'] }],
    ['a mail server wrote it', { from: 'MAILER-DAEMON@example.org' }],
    ['the site itself wrote it', { from: 'no-reply@oakbend.example' }],
  ])('%s', async (_, given: Given) => {
    expect(await resultOf(aMail(given))).toBe('automatic');
    expect([await posts(), await queuedMail(database.pool)]).toEqual([[], []]);
  });

  it('it goes to no conversation, a token is changed, or the letter is gone', async () => {
    const changed = address.replace(/(.)(?=@)/, (letter) => (letter === 'a' ? 'b' : 'a'));
    const owners = await replyAddress(database.db, pattern, { id, side: 'owner' });
    for (const to of ['reply@in.oakbend.example', 'reply+p@in.oakbend.example', changed, owners])
      expect(await resultOf(aMail({ to })), to).toBe('unknown');
    await database.db.delete(contactMessages);
    expect(await resultOf(aMail())).toBe('unknown');
    expect(await posts()).toEqual([]);
  });

  it('its conversation was closed long ago, and no sooner', async () => {
    const closedAt = new Date(now);
    await database.db.insert(conversations).values({ id, kind: 'message', closedAt });
    now += 91 * 86_400_000;
    expect(await resultOf(aMail())).toBe('closed');
    now -= 2 * 86_400_000;
    expect(await resultOf(aMail())).toBe('kept');
    expect((await database.db.select().from(conversations))[0]?.closedAt).toBeNull();
  });

  it('too many come into one conversation', async () => {
    for (let at = 0; at < 30; at++) await resultOf(aMail({ mailId: `${at}@example.org` }));
    expect(await resultOf(aMail({ mailId: 'one-more@example.org' }))).toBe('too-many');
  });
});

describe('the webhook refuses', () => {
  it('a bad, old or missing signature', async () => {
    expect((await post(aMail(), { signature: 'a'.repeat(64) })).status).toBe(400);
    expect((await post(aMail(), { signature: '' })).status).toBe(400);
    for (const off of [-301, 301])
      expect((await post(aMail(), { time: Math.floor(now / 1000) + off })).status).toBe(400);
    expect((await app.request('/api/inbound-mail', { method: 'POST', body: aMail() })).status).toBe(400);
    expect(await posts()).toEqual([]);
  });

  it('more than 10 MB, and says of nonsense that it cannot be read', async () => {
    expect((await post('x'.repeat(10 * 1024 * 1024 + 1))).status).toBe(413);
    expect(['unreadable', 'unknown']).toContain(await resultOf('\0nonsense'));
  });

  it('everything where the site takes no mail', async () => {
    app = createApi(testServices(database));
    expect((await post(aMail())).status).toBe(404);
  });
});
