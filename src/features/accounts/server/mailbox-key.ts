import { createHash } from 'node:crypto';
import { addressGroup } from '#server/http/client-address.ts';

/** What limits count a mailbox by: the same for known and unknown ones, and no address in the table. */
export function mailboxKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}

/** What limits count a mailbox (or a person) and a network by, together. */
export function keyInNetwork(key: string, clientAddress: string): string {
  return createHash('sha256')
    .update(`${key} ${addressGroup(clientAddress)}`)
    .digest('hex');
}
