/** The same as on the small peer, on a real IMAP server, encrypted: Dovecot. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { behavesAsMailbox } from '#tests/support/mailbox-behavior.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { type DovecotServer, startDovecot, startMs } from './dovecot-server.ts';

const database = testDatabase();
let dovecot: DovecotServer;
beforeAll(async () => {
  dovecot = await startDovecot();
}, startMs);
beforeEach(() => dovecot.empty());
afterAll(() => dovecot.stop());

behavesAsMailbox(database, () => dovecot);
