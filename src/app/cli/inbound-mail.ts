/**
 * `npm run -s inbound-mail < message.eml`: brings a reply into its conversation, for a mail server (docs/mail.md).
 * Its exit codes are those of sysexits.h, which mail servers read.
 */

import { namedCityPack } from '#app/cli/named-city-pack.ts';
import { readArguments } from '#app/cli/read-arguments.ts';
import { runCommand } from '#app/cli/run-command.ts';
import { withDatabase } from '#app/cli/with-database.ts';
import { atItsAddress } from '#app/processes/running-site.ts';
import { mailWays } from '#app/wiring/letter-kinds.ts';
import type { MailResult } from '#features/conversations/inbound-contract.ts';
import { maxMailBytes } from '#features/conversations/server/read-mail.ts';
import { receiveMail } from '#features/conversations/server/receive-mail.ts';
import type { Database } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import { log } from '#server/log.ts';
import { readKeyFile } from '#server/vault.ts';

/** The server returns the mail to its sender: no such address, not allowed, unreadable, too large. */
const bounced: Partial<Record<MailResult, number>> = { unknown: 67, closed: 67, stranger: 77, off: 78, unreadable: 65 };
const refusals: Partial<Record<MailResult, string>> = {
  unknown: 'its address is of no conversation',
  closed: 'its conversation takes no replies any more',
  stranger: 'its sender is nobody of the conversation',
  off: 'this site takes no replies by mail (INBOUND_ADDRESS)',
  unreadable: 'it cannot be read',
  'too-many': 'too many came in a short time',
};
/** The server tries again later. */
const [tooLarge, tryAgain] = [69, 75];

async function readInput(): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    size += piece.byteLength;
    if (size > maxMailBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const usage = `Usage: npm run -s inbound-mail < MESSAGE
  Brings a reply by mail into its conversation. It takes no options; its exit codes are those of sysexits.h.

For example, beside the service of docs/running.md: town inbound-mail < message.eml`;

await runCommand(async () => {
  readArguments(usage);
  const raw = await readInput();
  if (raw === null) {
    process.exitCode = tooLarge;
    console.error('This mail is larger than 10 MB.');
    return;
  }
  try {
    const env = readEnv();
    const city = await namedCityPack(env.cityPack);
    const take = ({ db }: { db: Database }) => {
      // An account that may not read the key is told before the mail is looked at.
      readKeyFile(env.dataDir);
      // A mail server starts this command without the site's PORT and SITE_URL; the links of the mail lead to the running site.
      const site = atItsAddress(env, process.env);
      return receiveMail(raw, mailWays, { db, city, env: site, log, now: () => new Date() });
    };
    const result = await withDatabase(env, take, { tables: 'as it is', isNamed: false, expectsSite: true });
    process.exitCode = bounced[result] ?? (result === 'too-many' ? tryAgain : 0);
    if (process.exitCode !== 0) console.error(`The mail is not kept: ${refusals[result] ?? result}.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = tryAgain;
  }
});
