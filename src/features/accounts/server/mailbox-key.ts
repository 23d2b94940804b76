import { createHash } from 'node:crypto';

/** What limits count a mailbox by: the same for known and unknown ones, and no address in the table. */
export function mailboxKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}
