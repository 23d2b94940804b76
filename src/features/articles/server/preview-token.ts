/** The token of a preview link: the article, the expiry, and proof that we made it. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { siteSecret } from '#server/site-secret.ts';

const idBytes = 16;
/** Seconds since 1970. */
const timeBytes = 6;
const proofBytes = 16;

export async function writePreviewToken(db: Database, articleId: string, expiresAt: Date): Promise<string> {
  const said = Buffer.alloc(idBytes + timeBytes);
  said.set(parse(articleId));
  said.writeUIntBE(Math.floor(expiresAt.getTime() / 1000), idBytes, timeBytes);
  return Buffer.concat([said, await proofOf(db, said)]).toString('base64url');
}

/** Null for a token that we did not make. Does not check the expiry: the caller does. */
export async function readPreviewToken(
  db: Database,
  token: string,
): Promise<{ articleId: string; expiresAt: Date } | null> {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + timeBytes + proofBytes) return null;
  const said = bytes.subarray(0, idBytes + timeBytes);
  if (!timingSafeEqual(bytes.subarray(said.length), await proofOf(db, said))) return null;
  return {
    articleId: stringify(said.subarray(0, idBytes)),
    expiresAt: new Date(said.readUIntBE(idBytes, timeBytes) * 1000),
  };
}

async function proofOf(db: Database, said: Buffer): Promise<Buffer> {
  const secret = await siteSecret(db, 'article-previews');
  return createHmac('sha256', secret).update(said).digest().subarray(0, proofBytes);
}
