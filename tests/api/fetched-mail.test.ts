/** Replies fetched from a mailbox. tests/mailbox runs the same on Dovecot. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { schedules } from '#app/wiring/jobs.ts';
import { watchMail } from '#features/conversations/server/watch-mail.ts';
import { type ImapPeer, startImapPeer } from '#tests/support/imap-peer.ts';
import { behavesAsMailbox } from '#tests/support/mailbox-behavior.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let peer: ImapPeer;
beforeAll(async () => {
  peer = await startImapPeer();
});
beforeEach(() => peer.empty());
afterAll(() => peer.stop());

const letters: Record<string, string> = { '\\Flagged': 'F', '\\Seen': 'S' };
behavesAsMailbox(database, () => ({
  url: peer.url,
  deliver: (source) => peer.deliver(source),
  drop: () => peer.drop(),
  flags: () =>
    peer.mails.map(({ flags }) =>
      [...flags]
        .map((flag) => letters[flag])
        .toSorted()
        .join(''),
    ),
}));

it('a server that does not tell of new mail is not watched: the clock fetches', async () => {
  const silent = await startImapPeer({ offersIdle: false });
  try {
    const env = { INBOUND_ADDRESS: 'reply+*@in.oakbend.example', IMAP_URL: silent.url };
    // Ends by itself.
    await watchMail(testServices(database, { env }), new AbortController().signal);
    const { rows } = await database.db.execute(sql`select id from pgboss.job where name = 'fetch-mail'`);
    expect(rows).toEqual([]);
    expect(schedules.map(({ job, cron }) => [job.name, cron])).toContainEqual(['fetch-mail', '* * * * *']);
  } finally {
    await silent.stop();
  }
});
