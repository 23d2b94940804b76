/** The tests of a mailbox that is read by IMAP, on the small peer of the tests and on a real server. */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { mailWays } from '#app/wiring/letter-kinds.ts';
import { fetchMail } from '#features/conversations/server/fetch-mail.ts';
import { watchMail } from '#features/conversations/server/watch-mail.ts';
import { businessMessages, contactMessages, conversationPosts } from '#server/db/schema/index.ts';
import { replyAddress } from '#server/mail/reply-address.ts';
import { checkMailbox } from '#server/site-checks/network-checks.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from './found.ts';
import { forgetQueuedMail, queuedMail } from './queued-mail.ts';
import type { TestDatabase } from './test-database.ts';
import { testServices } from './test-services.ts';
import { workOffJobs } from './work-off-jobs.ts';

interface Mailbox {
  url: string;
  deliver(source: string): void | Promise<void>;
  /** Ends the connections of readers; new ones are taken. */
  drop(): void | Promise<void>;
  /** The flags of each mail, by the letters of Maildir (F: flagged, S: seen), in the order in which they came. */
  flags(): string[];
}

const pattern = 'reply+*@in.oakbend.example';

export function behavesAsMailbox(database: TestDatabase, mailbox: () => Mailbox): void {
  const services = (given: Record<string, string> = {}) =>
    testServices(database, { env: { INBOUND_ADDRESS: pattern, IMAP_URL: mailbox().url, ...given } });
  const run = (given?: Record<string, string>) => fetchMail(mailWays, services(given));
  const posts = () => database.db.select().from(conversationPosts);
  let address = '';

  beforeEach(async () => {
    await forgetQueuedMail(database.pool);
    const row = { name: 'Ada', email: 'ada@example.org', message: 'Subject: Parade\nPhone: Not provided\n\nWhere?' };
    const { id } = only(await database.db.insert(contactMessages).values(row).returning(), 'message');
    address = await replyAddress(database.db, pattern, { id, side: 'person' });
  });
  let count = 0;
  const aMail = (to: string, body = 'Thank you!', ...head: string[]) =>
    [
      ...['From: Ada <ada@example.org>', `To: ${to}`, 'Subject: Re: Parade', `Message-ID: <${++count}@example.org>`],
      ...[...head, '', body, ''],
    ].join('\r\n');

  it('gives its replies to their conversations, once, and marks them as read', async () => {
    await mailbox().deliver(
      aMail(`"Oakbend" <${address}>`, 'Grüße, and thank you!', 'Content-Type: text/plain; charset=utf-8'),
    );
    await mailbox().deliver(aMail('somebody@else.example', 'Another', `Delivered-To: ${address}`));
    await run();
    await run();
    expect((await posts()).map(({ text }) => text)).toEqual(['Grüße, and thank you!', 'Another']);
    expect(mailbox().flags()).toEqual(['S', 'S']);
    expect((await queuedMail(database.pool)).map(({ subject }) => subject)).toEqual([
      'Ada wrote back',
      'Ada wrote back',
    ]);
    expect(await checkMailbox(services().env)).toMatchObject([{ name: 'Mailbox of replies', state: 'right' }]);
  });

  it('keeps what went into no conversation with a flag, and leaves mail to people unread', async () => {
    await mailbox().deliver(aMail(address.replace(/.(?=@)/, (letter) => (letter === 'a' ? 'b' : 'a'))));
    await mailbox().deliver(aMail(address, 'x'.repeat(10 * 1024 * 1024)));
    await mailbox().deliver(aMail('hello@oakbend.example'));
    await mailbox().deliver(aMail(pattern.replace('+*', '')));
    await mailbox().deliver(aMail(address, 'I am away', 'Auto-Submitted: auto-replied'));
    await run();
    expect(await posts()).toEqual([]);
    expect(mailbox().flags()).toEqual(['FS', 'FS', '', '', 'S']);
    const [check] = await checkMailbox(services().env);
    expect(check).toMatchObject({ state: 'note', text: expect.stringContaining('2 mails bear a flag') });
  });

  it('is done with a mail of somebody whom a business has blocked, without a flag and without keeping it', async () => {
    const { id: businessId } = await aBusiness(database.db, { ownerId: (await aUser(database.db)).id });
    const row = {
      businessId,
      name: 'Ada',
      email: 'ada@example.org',
      text: 'Is there rye bread?',
      blockedAt: new Date(),
    };
    const { id } = only(await database.db.insert(businessMessages).values(row).returning(), 'message');
    await mailbox().deliver(aMail(await replyAddress(database.db, pattern, { id, side: 'person' })));
    await run();
    expect([mailbox().flags(), await posts(), await queuedMail(database.pool)]).toEqual([['S'], [], []]);
  });

  it('is tried again when the database or the limit said no', async () => {
    await mailbox().deliver(aMail(address));
    const broken = { ...services(), city: null as never };
    await fetchMail(mailWays, broken);
    expect([mailbox().flags(), await posts()]).toEqual([[''], []]);
    await run();
    expect([mailbox().flags(), (await posts()).length]).toEqual([['S'], 1]);
    for (let at = 0; at < 31; at++) await mailbox().deliver(aMail(address));
    await run();
    // 30 an hour for one conversation: the failed try counted, and the one after it.
    const waiting = mailbox()
      .flags()
      .filter((flags) => flags === '');
    expect(waiting).toHaveLength(3);
  });

  it('one person’s flood of replies keeps nobody else’s mail waiting', async () => {
    const row = { name: 'Bea', email: 'bea@example.org', message: 'Subject: Trees\nPhone: Not provided\n\nWhen?' };
    const { id } = only(await database.db.insert(contactMessages).values(row).returning(), 'message');
    const quiet = await replyAddress(database.db, pattern, { id, side: 'person' });
    for (let at = 0; at < 140; at++) await mailbox().deliver(aMail(address));
    await mailbox().deliver(aMail(quiet, 'On Friday?'));
    await run();
    const texts = (await posts()).map(({ text }) => text);
    expect(texts.filter((text) => text === 'On Friday?')).toHaveLength(1);
    expect(texts).toHaveLength(31);
    expect(
      mailbox()
        .flags()
        .filter((flags) => flags === ''),
    ).toHaveLength(110);
  });

  it('is watched: a reply is fetched when it comes, and after a connection that dropped', async () => {
    const stop = new AbortController();
    const watching = watchMail(services(), stop.signal);
    const queued = () =>
      database.db.execute(sql`select id from pgboss.job where name = 'fetch-mail' and state < 'active'`);
    /** Waits until a fetch is queued, and does it. */
    const fetches = async () => {
      await expect.poll(async () => (await queued()).rows.length, { timeout: 30_000 }).toBe(1);
      await workOffJobs(services());
    };
    // As soon as the connection stands.
    await fetches();
    await mailbox().deliver(aMail(address, 'The first'));
    await fetches();
    await mailbox().drop();
    await mailbox().deliver(aMail(address, 'While it was away'));
    await fetches();
    await expect.poll(async () => (await posts()).map(({ text }) => text)).toEqual(['The first', 'While it was away']);
    await mailbox().deliver(aMail(address, 'The last'));
    await fetches();
    expect((await posts()).map(({ text }) => text)).toEqual(['The first', 'While it was away', 'The last']);
    stop.abort();
    await watching;
  });

  it('that refuses the site is said with its own words, and harms nothing', async () => {
    const wrongs: [string, RegExp][] = [
      [mailbox().url.replace('town:', 'nobody:'), /refuses the site: .+ Check IMAP_URL/],
      [`${mailbox().url}/Nowhere`, /refuses the site: .+ Check IMAP_URL/],
      ['imap://town:x@127.0.0.1:1', /refuses the site: .*ECONNREFUSED.* Check IMAP_URL/],
    ];
    for (const [IMAP_URL, text] of wrongs) {
      await run({ IMAP_URL });
      const [check] = await checkMailbox(services({ IMAP_URL }).env);
      expect(check).toMatchObject({ state: 'wrong', text: expect.stringMatching(text) });
      expect(check?.text).not.toContain('Command failed');
    }
  });
}
