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

/** One person's part of the cookie: 'nonce.when.factor.signature.seen'. Cookies of former versions have no `seen`. */
interface Entry {
  nonce: string;
  /** Seconds since 1970, in base 36. */
  since: string;
  /** '1': this person has given a second factor in this browser. */
  factor: string;
  signature: string;
  /** A signature without the password: this browser was the person's before a new password, too. It counts for one mail alone. */
  seen: string;
}

const partsOfEntry = 5;

interface KnownBrowser {
  /** The key by which limits count this browser. */
  key: string;
  gaveSecondFactor: boolean;
}

const isHttps = ({ env }: Pick<Asking, 'env'>) => env.siteUrl.startsWith('https:');

function readEntries(request: Pick<Asking, 'env' | 'headers'>): Entry[] {
  const parts = (readCookie(request.headers, knownBrowserCookie(isHttps(request))) ?? '').split('.');
  const entries: Entry[] = [];
  const size = parts.length % partsOfEntry === 0 ? partsOfEntry : partsOfEntry - 1;
  for (let at = 0; at + size <= parts.length && entries.length < maxPeople; at += size) {
    const [nonce = '', since = '', factor = '', signature = '', seen = ''] = parts.slice(at, at + size);
    entries.push({ nonce, since, factor, signature, seen });
  }
  return entries;
}

/** Signs with the stored password hash, so that a new password makes the entry invalid. */
async function sign(db: Database, account: Account, { nonce, since, factor }: Omit<Entry, 'signature' | 'seen'>) {
  return createHmac('sha256', await siteSecret(db, 'known-browsers'))
    .update([account.id, nonce, since, factor, account.passwordHash].join(':'))
    .digest('base64url');
}

async function signSeen(db: Database, id: string, { nonce, since }: Pick<Entry, 'nonce' | 'since'>) {
  return createHmac('sha256', await siteSecret(db, 'known-browsers'))
    .update(['seen', id, nonce, since].join(':'))
    .digest('base64url');
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const isOf = async (db: Database, account: Account, entry: Entry): Promise<boolean> =>
  isSame(entry.signature, await sign(db, account, entry));

const wasOf = async (db: Database, id: string, entry: Entry): Promise<boolean> =>
  isSame(entry.seen, await signSeen(db, id, entry));

const isFresh = ({ since }: Entry, now: Date) => Number.parseInt(since, 36) > now.getTime() / 1000 - maxAgeSeconds;

async function findEntry(request: Asking, account: Account): Promise<Entry | undefined> {
  for (const entry of readEntries(request)) {
    if ((await isOf(request.db, account, entry)) && isFresh(entry, request.now())) return entry;
  }
  return undefined;
}

/** True: this person has signed in with this browser, perhaps with a former password. Nobody is warned of it, and it opens nothing. */
export async function hasSeenBrowser(request: Asking, account: Account): Promise<boolean> {
  for (const entry of readEntries(request)) {
    const isTheirs = (await isOf(request.db, account, entry)) || (await wasOf(request.db, account.id, entry));
    if (isTheirs && isFresh(entry, request.now())) return true;
  }
  return false;
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
  const entry: Entry = {
    ...fresh,
    signature: await sign(db, account, fresh),
    seen: await signSeen(db, userId, fresh),
  };
  const others: Entry[] = [];
  for (const one of readEntries(request)) {
    if (one.signature !== former?.signature && !(await wasOf(db, userId, one))) others.push(one);
  }
  const value = [entry, ...others]
    .slice(0, maxPeople)
    .map((one) => [one.nonce, one.since, one.factor, one.signature, one.seen].join('.'))
    .join('.');
  const https = isHttps(request);
  setHeader('Set-Cookie', writeCookie(knownBrowserCookie(https), value, { isHttps: https, maxAgeSeconds }), {
    append: true,
  });
}
