/** Replies fetched from a mailbox. tests/mailbox runs the same on Dovecot. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type ImapPeer, startImapPeer } from '#tests/support/imap-peer.ts';
import { behavesAsMailbox } from '#tests/support/mailbox-behavior.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let peer: ImapPeer;
beforeAll(async () => {
  peer = await startImapPeer();
});
beforeEach(() => {
  peer.mails.length = 0;
});
afterAll(() => peer.stop());

const letters: Record<string, string> = { '\\Flagged': 'F', '\\Seen': 'S' };
behavesAsMailbox(database, () => ({
  url: peer.url,
  deliver: (source) => peer.deliver(source),
  flags: () =>
    peer.mails.map(({ flags }) =>
      [...flags]
        .map((flag) => letters[flag])
        .toSorted()
        .join(''),
    ),
}));
