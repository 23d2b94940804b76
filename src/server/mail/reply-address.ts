/**
 * Addresses into which people answer: 'reply+TOKEN@town.example'. The token names the letter and the side that writes, and is
 * signed, so that nobody can write into a conversation without a mail of it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '#server/db/client.ts';
import { siteSecret } from '#server/site-secret.ts';

export interface ReplyPlace {
  /** The letter's; for a bounce, the recipient's of a newsletter. */
  id: string;
  /** The one who answers; 'bounce': mail servers report there. */
  side: 'person' | 'owner' | 'bounce';
}

const sides = ['person', 'owner', 'bounce'] as const satisfies ReplyPlace['side'][];

const digits = 'abcdefghijklmnopqrstuvwxyz234567';
/** The signature has 120 bits. */
const signatureBytes = 15;
/** Letters and digits of 16 + 15 bytes. */
const tokenLength = 50;

/** In base 32, because mail servers may change capitals. */
function write(bytes: Buffer): string {
  let bits = BigInt(`0x01${bytes.toString('hex')}`);
  const letters: string[] = [];
  for (; letters.length < tokenLength; bits >>= 5n) letters.push(digits[Number(bits & 31n)] ?? '');
  return letters.join('');
}

/** Null for a text that `write` did not write. */
function read(text: string): Buffer | null {
  let bits = 0n;
  for (const letter of [...text].toReversed()) bits = (bits << 5n) | BigInt(digits.indexOf(letter));
  const hex = bits.toString(16);
  return hex.length === 2 * (16 + signatureBytes) + 1 && hex.startsWith('1') ? Buffer.from(hex.slice(1), 'hex') : null;
}

async function sign(db: Database, id: Buffer, side: ReplyPlace['side']): Promise<Buffer> {
  const secret = await siteSecret(db, 'reply-addresses');
  return createHmac('sha256', secret).update(`${side}:`).update(id).digest().subarray(0, signatureBytes);
}

/** @param pattern 'reply+*@town.example' */
export async function replyAddress(db: Database, pattern: string, { id, side }: ReplyPlace): Promise<string> {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  const token = write(Buffer.concat([bytes, await sign(db, bytes, side)]));
  return pattern.replace('*', `${side[0]}${token}`);
}

/** Tokens in addresses of this pattern, signed or not. */
export function tokensIn(addresses: readonly string[], pattern: string): string[] {
  const [before = '', after = ''] = pattern.toLowerCase().split('*');
  return addresses
    .map((address) => address.trim().toLowerCase())
    .filter((address) => address.startsWith(before) && address.endsWith(after))
    .map((address) => address.slice(before.length, address.length - after.length));
}

/** Null for a token that this site did not sign. */
export async function readReplyToken(db: Database, token: string): Promise<ReplyPlace | null> {
  const side = sides.find((known) => token[0] === known[0]);
  if (side === undefined || !/^.[a-z2-7]{50}$/.test(token)) return null;
  const bytes = read(token.slice(1));
  if (bytes === null) return null;
  const id = bytes.subarray(0, 16);
  if (!timingSafeEqual(bytes.subarray(16), await sign(db, id, side))) return null;
  return { id: id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), side };
}
