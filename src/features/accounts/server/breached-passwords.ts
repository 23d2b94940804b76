/** Tells whether a password was in a breach: the list that ships, and a longer one that the environment names. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isInHashList } from '#server/hash-list.ts';

const shippedFile = join(import.meta.dirname, 'breached/breached-passwords.bin');
const entryBytes = 4;

/** Read when the first password is chosen: 2 MB, searched as it is. */
let shipped: Promise<Buffer> | undefined;

/**
 * The list's entry for a password: the first four bytes of SHA-256 of what is left when case does not count. One good password
 * in 9,000 has an entry by chance.
 */
export const entryOf = (password: string): number =>
  createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest().readUInt32BE();

function holds(list: Buffer, entry: number): boolean {
  let [low, high] = [0, list.length / entryBytes];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = list.readUInt32BE(middle * entryBytes);
    if (found === entry) return true;
    if (found < entry) low = middle + 1;
    else high = middle;
  }
  return false;
}

export async function wasBreached(password: string, longerList?: string): Promise<boolean> {
  shipped ??= readFile(shippedFile);
  if (holds(await shipped, entryOf(password))) return true;
  if (longerList === undefined) return false;
  // The name under which such lists have a password; it protects nothing.
  return isInHashList(longerList, createHash('sha1').update(password).digest('hex').toUpperCase());
}
