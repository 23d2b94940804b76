/**
 * Secrets that the site makes at first use. They live in the database, so every process has the same ones.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { siteSecrets } from '#server/db/schema/index.ts';

type SecretName =
  | 'csrf'
  | 'known-browsers'
  | 'security-log'
  | 'newsletter-links'
  | 'newsletter-suppressions'
  | 'newsletter-bounces'
  | 'article-previews'
  | 'event-suggestion-links'
  | 'listing-orders'
  | 'statistics-mail';

/** A secret never changes, so one read is enough for the life of the process. */
const read = new WeakMap<Database, Map<SecretName, Promise<Buffer>>>();

/** Returns 32 bytes, the same in every process. When several ask first at once, one value wins. */
export function siteSecret(db: Database, name: SecretName): Promise<Buffer> {
  const secrets = read.get(db) ?? new Map<SecretName, Promise<Buffer>>();
  read.set(db, secrets);
  const known = secrets.get(name);
  if (known) return known;
  const reading = readOrMake(db, name);
  secrets.set(name, reading);
  reading.catch(() => secrets.delete(name));
  return reading;
}

async function readOrMake(db: Database, name: SecretName): Promise<Buffer> {
  await db
    .insert(siteSecrets)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing();
  const { rows } = await db.execute<{ value: string }>(sql`select value from site_secrets where name = ${name}`);
  const value = rows[0]?.value;
  if (value === undefined) throw new Error(`The secret '${name}' was made but cannot be read`);
  return Buffer.from(value, 'base64url');
}
