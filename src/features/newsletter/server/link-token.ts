/** The token in a newsletter's links: the subscription's id and proof that we made it, in 38 characters. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { siteSecret } from '#server/site-secret.ts';

const idBytes = 16;
/** 96 bits: short enough for one line of a mail, and too many to guess. */
const proofBytes = 12;

/** 'confirm' is in the mail that asks for a yes alone: who has an older newsletter cannot say it. */
type LinkPurpose = 'reader' | 'confirm';

export async function writeLinkToken(
  db: Database,
  subscriberId: string,
  purpose: LinkPurpose = 'reader',
): Promise<string> {
  const id = Buffer.from(parse(subscriberId));
  return Buffer.concat([id, await proofOf(db, id, purpose)]).toString('base64url');
}

/** Reads the subscription's id; null when we did not make the token. */
export async function readLinkToken(db: Database, token: string): Promise<{ id: string; purpose: LinkPurpose } | null> {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + proofBytes) return null;
  const id = bytes.subarray(0, idBytes);
  for (const purpose of ['reader', 'confirm'] as const) {
    if (timingSafeEqual(bytes.subarray(idBytes), await proofOf(db, id, purpose))) return { id: stringify(id), purpose };
  }
  return null;
}

async function proofOf(db: Database, id: Buffer, purpose: LinkPurpose): Promise<Buffer> {
  const secret = await siteSecret(db, 'newsletter-links');
  const text = purpose === 'reader' ? id : Buffer.concat([Buffer.from(`${purpose}:`), id]);
  return createHmac('sha256', secret).update(text).digest().subarray(0, proofBytes);
}
