/** The token in a newsletter's links: the subscription's id and proof that we made it, in 38 characters. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { siteSecret } from '#server/site-secret.ts';

const idBytes = 16;
/** 96 bits: short enough for one line of a mail, and too many to guess. */
const proofBytes = 12;

export async function writeLinkToken(db: Database, subscriberId: string): Promise<string> {
  const id = Buffer.from(parse(subscriberId));
  return Buffer.concat([id, await proofOf(db, id)]).toString('base64url');
}

/** Reads the subscription's id; null when we did not make the token. */
export async function readLinkToken(db: Database, token: string): Promise<string | null> {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + proofBytes) return null;
  const id = bytes.subarray(0, idBytes);
  return timingSafeEqual(bytes.subarray(idBytes), await proofOf(db, id)) ? stringify(id) : null;
}

async function proofOf(db: Database, id: Buffer): Promise<Buffer> {
  const secret = await siteSecret(db, 'newsletter-links');
  return createHmac('sha256', secret).update(id).digest().subarray(0, proofBytes);
}
