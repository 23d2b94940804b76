/** The link with which a visitor reads a talk and writes in it, without an account: the message's id, and proof that we mailed it. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { siteSecret } from '#server/site-secret.ts';

const idBytes = 16;
const proofBytes = 16;

export async function writeTalkToken(db: Database, id: string): Promise<string> {
  const bytes = Buffer.from(parse(id));
  return Buffer.concat([bytes, await proofOf(db, bytes)]).toString('base64url');
}

/** Reads the message's id; null when we did not make the token. */
export async function readTalkToken(db: Database, token: string): Promise<string | null> {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + proofBytes) return null;
  const id = bytes.subarray(0, idBytes);
  return timingSafeEqual(bytes.subarray(idBytes), await proofOf(db, id)) ? stringify(id) : null;
}

async function proofOf(db: Database, id: Buffer): Promise<Buffer> {
  const secret = await siteSecret(db, 'talk-links');
  return createHmac('sha256', secret).update(id).digest().subarray(0, proofBytes);
}
