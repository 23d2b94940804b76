/**
 * Secrets that the site makes at first use. They live in the database, so every process has the same ones, and are
 * encrypted with the key beside it: a stolen backup forges nothing.
 */
import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { siteSecrets } from '#server/db/schema/index.ts';
import { EnvError } from '#server/env-variable.ts';
import { isSealed, readKey, seal, unseal } from '#server/vault.ts';

export type SecretName =
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
  | 'mail-choices'
  | 'reply-addresses'
  | 'talk-links';

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
 * For a start, the commands, /readyz and the check-up alike. No process may go on with such a key: its log-ins and forms would fail, and new secrets
 * in place of those that another machine uses would break that one, too.
 */
export const foreignKey = ({ dataDir }: { dataDir: string }): string =>
  `${dataDir}/secret.key is not the key with which the secrets in this site's database were sealed: copy secret.key from the machine that runs, ` +
  'or from where you keep it (is DATA_DIR right?); if it is lost, as after a restore without it, stop the site on every machine and run npm run restore -- --new-key';

const readSecrets = (db: Database) => db.select({ name: siteSecrets.name, value: siteSecrets.value }).from(siteSecrets);

/** Makes no key where there is none: it would be another one. */
export async function hasForeignKey(db: Database): Promise<boolean> {
  const sealed = (await readSecrets(db)).filter(({ value }) => isSealed(value));
  return sealed.length > 0 && (!readKey() || sealed.some(({ name, value }) => asMade(name, value) === null));
}

/** For starts and commands. Changes nothing. @throws EnvError when another key has sealed any of the secrets */
export async function requireOwnKey(db: Database, env: { dataDir: string }): Promise<void> {
  const { rows } = await db.execute<{ found: string | null }>(sql`select to_regclass('public.site_secrets') as found`);
  if (rows[0]?.found && (await hasForeignKey(db))) throw new EnvError(foreignKey(env));
}

const isRow = ({ name, value }: { name: string; value: string }) =>
  and(eq(siteSecrets.name, name), eq(siteSecrets.value, value));

/**
 * Encrypts what an earlier release stored in clear, and makes the first secret, by which a start with another key is told from the first one.
 * @throws EnvError when another key has sealed any
 */
export async function sealAllSecrets(db: Database, env: { dataDir: string }): Promise<void> {
  await requireOwnKey(db, env);
  for (const row of await readSecrets(db)) {
    if (isSealed(row.value) || unsealed.has(row.name)) continue;
    await db
      .update(siteSecrets)
      .set({ value: asStored(row.name, row.value) })
      .where(isRow(row));
  }
  await siteSecret(db, 'csrf');
}

/** Drops what this site's key cannot open; each is made anew at its next use. Call it only while no other machine of the site runs. */
export async function renewSecrets(db: Database): Promise<{ renewed: number }> {
  let renewed = 0;
  for (const row of await readSecrets(db)) {
    if (asMade(row.name, row.value) === null) renewed += (await db.delete(siteSecrets).where(isRow(row))).rowCount ?? 0;
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
