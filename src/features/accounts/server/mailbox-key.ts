import { createHash } from 'node:crypto';
import { addressGroup } from '#server/http/client-address.ts';

/**
 * The key by which limits count a mailbox: the same for known and unknown ones, and no address in the table.
 */
export function mailboxKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}

/** The key by which limits count a mailbox (or a person) together with a network. */
export function keyInNetwork(key: string, clientAddress: string): string {
  return createHash('sha256')
    .update(`${key} ${addressGroup(clientAddress)}`)
    .digest('hex');
}
