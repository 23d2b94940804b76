/** The token in a link that we mail: an id, and proof that we made the link. It needs no row of its own. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { type SecretName, siteSecret } from '#server/site-secret.ts';

const idBytes = 16;
const proofBytes = 16;

export async function writeSignedId(db: Database, secret: SecretName, id: string): Promise<string> {
  const bytes = Buffer.from(parse(id));
  return Buffer.concat([bytes, await proofOf(db, secret, bytes)]).toString('base64url');
}

/** Returns the id; null when we did not make the token. */
export async function readSignedId(db: Database, secret: SecretName, token: string): Promise<string | null> {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + proofBytes) return null;
  const id = bytes.subarray(0, idBytes);
  return timingSafeEqual(bytes.subarray(idBytes), await proofOf(db, secret, id)) ? stringify(id) : null;
}

async function proofOf(db: Database, secret: SecretName, id: Buffer): Promise<Buffer> {
  return createHmac('sha256', await siteSecret(db, secret))
    .update(id)
    .digest()
    .subarray(0, proofBytes);
}
