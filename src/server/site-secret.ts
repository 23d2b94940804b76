/**
 * Secrets that the site makes at first use. They live in the database, so every process has the same ones, and are
 * encrypted with the key beside it: a stolen backup forges nothing.
 */
import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { siteSecrets } from '#server/db/schema/index.ts';
import { isSealed, seal, unseal } from '#server/vault.ts';

type SecretName =
  | 'csrf'
  | 'known-browsers'
  | 'security-log'
  | 'newsletter-links'
  | 'newsletter-suppressions'
  | 'newsletter-bounces'
  | 'article-previews'
  | 'event-suggestion-links'
  | 'recommendation-links'
  | 'listing-orders'
  | 'statistics-mail'
  | 'reply-addresses';

/**
 * These stand as they are, so that a restore without the key keeps them: readers can leave by mails that they got before, and
 * nobody who complained gets mail again. They open nothing but what a reader chose, whose address stands in the same database.
 */
const unsealed: ReadonlySet<string> = new Set<SecretName>(['newsletter-links', 'newsletter-suppressions']);

const purposeOf = (name: string) => `site-secret:${name}`;
const asStored = (name: string, secret: string) => (unsealed.has(name) ? secret : seal(secret, purposeOf(name)));
/** Null when the key of another site sealed it. */
const asMade = (name: string, stored: string) => (isSealed(stored) ? unseal(stored, purposeOf(name)) : stored);

/**
 * Encrypts what an earlier release stored in clear, and drops what this site's key cannot open: it is made anew at its
 * next use. Returns the number of dropped ones.
 */
export async function sealAllSecrets(db: Database): Promise<{ renewed: number }> {
  let renewed = 0;
  for (const { name, value } of await db
    .select({ name: siteSecrets.name, value: siteSecrets.value })
    .from(siteSecrets)) {
    const row = and(eq(siteSecrets.name, name), eq(siteSecrets.value, value));
    const secret = asMade(name, value);
    if (secret === null) renewed += (await db.delete(siteSecrets).where(row)).rowCount ?? 0;
    else if (!isSealed(value) && !unsealed.has(name))
      await db
        .update(siteSecrets)
        .set({ value: asStored(name, secret) })
        .where(row);
  }
  return { renewed };
}

/** A secret never changes, so one read is enough for the life of the process. */
const read = new WeakMap<Database, Map<SecretName, Promise<Buffer>>>();

/** Lets a transaction use what its process has read already. A secret that is first made inside it is gone when it is rolled back. */
export function lendSecrets(db: Database, transaction: Database): void {
  read.set(transaction, new Map(read.get(db)));
}

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
    .values({ name, value: asStored(name, randomBytes(32).toString('base64url')) })
    .onConflictDoNothing();
  const { rows } = await db.execute<{ value: string }>(sql`select value from site_secrets where name = ${name}`);
  const value = rows[0]?.value;
  if (value === undefined) throw new Error(`The secret '${name}' was made but cannot be read`);
  const secret = asMade(name, value);
  if (secret === null) throw new Error(`DATA_DIR/secret.key is not the one with which the secret '${name}' was made`);
  return Buffer.from(secret, 'base64url');
}
