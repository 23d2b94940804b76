/**
 * The cookie of a browser that signed in before. It opens nothing. Wrong attempts from such a browser have
 * their own count, so that an attacker elsewhere cannot lock the owner out. A new password makes all of these
 * cookies invalid.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import { knownBrowserCookie, readCookie, writeCookie } from '#server/http/cookies.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { siteSecret } from '#server/site-secret.ts';
import { daySeconds } from '#shared/times.ts';
import { hashToken } from './opaque-token.ts';

/** Browsers keep cookies no longer than this. */
const maxAgeSeconds = 400 * daySeconds;
/** People may share a browser: each has an entry in the cookie. */
const maxPeople = 4;

type Asking = Pick<ApiRequest, 'db' | 'env' | 'headers' | 'now'>;

interface Account {
  id: string;
  passwordHash: string | null;
}

/** One person's part of the cookie: 'nonce.when.factor.signature'. */
interface Entry {
  nonce: string;
  /** Seconds since 1970, in base 36. */
  since: string;
  /** '1': this person has given a second factor in this browser. */
  factor: string;
  signature: string;
}

interface KnownBrowser {
  /** The key by which limits count this browser. */
  key: string;
  gaveSecondFactor: boolean;
}

const isHttps = ({ env }: Pick<Asking, 'env'>) => env.siteUrl.startsWith('https:');

function readEntries(request: Pick<Asking, 'env' | 'headers'>): Entry[] {
  const parts = (readCookie(request.headers, knownBrowserCookie(isHttps(request))) ?? '').split('.');
  const entries: Entry[] = [];
  for (let at = 0; at + 3 < parts.length && entries.length < maxPeople; at += 4) {
    const [nonce = '', since = '', factor = '', signature = ''] = parts.slice(at, at + 4);
    entries.push({ nonce, since, factor, signature });
  }
  return entries;
}

/** Signs with the stored password hash, so that a new password makes the entry invalid. */
async function sign(db: Database, account: Account, { nonce, since, factor }: Omit<Entry, 'signature'>) {
  return createHmac('sha256', await siteSecret(db, 'known-browsers'))
    .update([account.id, nonce, since, factor, account.passwordHash].join(':'))
    .digest('base64url');
}

async function isOf(db: Database, account: Account, entry: Entry): Promise<boolean> {
  const right = Buffer.from(await sign(db, account, entry));
  const sent = Buffer.from(entry.signature);
  return sent.length === right.length && timingSafeEqual(sent, right);
}

async function findEntry(request: Asking, account: Account): Promise<Entry | undefined> {
  const oldest = request.now().getTime() / 1000 - maxAgeSeconds;
  for (const entry of readEntries(request)) {
    if ((await isOf(request.db, account, entry)) && Number.parseInt(entry.since, 36) > oldest) return entry;
  }
  return undefined;
}

/** Null when this person has not signed in with this browser since choosing the password. */
export async function findKnownBrowser(request: Asking, account: Account): Promise<KnownBrowser | null> {
  if (account.passwordHash === null) return null;
  const entry = await findEntry(request, account);
  if (entry === undefined) return null;
  return { key: hashToken(`${account.id}:${entry.nonce}`), gaveSecondFactor: entry.factor === '1' };
}

/** Marks this browser as known for the person; replaces an existing entry. */
export async function rememberBrowser(
  request: Asking & Pick<ApiRequest, 'setHeader'>,
  userId: string,
  { gaveSecondFactor = false }: { gaveSecondFactor?: boolean } = {},
): Promise<void> {
  const { db, now, setHeader } = request;
  const { id, passwordHash } = users;
  const [account] = await db.select({ id, passwordHash }).from(users).where(eq(id, userId));
  if (!account || account.passwordHash === null) return;
  const former = await findEntry(request, account);
  const fresh = {
    // The nonce stays from log-in to log-in: a thief of the cookies gets no new count by logging in again.
    nonce: former?.nonce ?? randomBytes(12).toString('base64url'),
    since: Math.floor(now().getTime() / 1000).toString(36),
    factor: gaveSecondFactor || former?.factor === '1' ? '1' : '0',
  };
  const entry: Entry = { ...fresh, signature: await sign(db, account, fresh) };
  const others = readEntries(request).filter(({ signature }) => signature !== former?.signature);
  const value = [entry, ...others]
    .slice(0, maxPeople)
    .map((one) => [one.nonce, one.since, one.factor, one.signature].join('.'))
    .join('.');
  const https = isHttps(request);
  setHeader('Set-Cookie', writeCookie(knownBrowserCookie(https), value, { isHttps: https, maxAgeSeconds }), {
    append: true,
  });
}
