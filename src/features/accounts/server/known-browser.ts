/**
 * The cookie of a browser that signed in before. It opens nothing: wrong tries from such a browser are counted by themselves, so that
 * somebody who guesses at an account from elsewhere cannot shut its owner out. A new password makes every such cookie worthless.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import { knownBrowserCookie, readCookie, writeCookie } from '#server/http/cookies.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { siteSecret } from '#server/site-secret.ts';
import { hashToken } from './opaque-token.ts';

/** Browsers keep no cookie for longer. */
const maxAgeSeconds = 400 * 86_400;
/** People who share a browser: each has an entry in the cookie. */
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

export interface KnownBrowser {
  /** What limits count this browser by. */
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

/** Bound to the stored hash of the password: with another password the entry is no entry. */
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

/** null: this person has not signed in with this browser since they chose their password. */
export async function findKnownBrowser(request: Asking, account: Account): Promise<KnownBrowser | null> {
  if (account.passwordHash === null) return null;
  const entry = await findEntry(request, account);
  if (entry === undefined) return null;
  return { key: hashToken(`${account.id}:${entry.nonce}`), gaveSecondFactor: entry.factor === '1' };
}

/** Makes this browser a known one of that person; the entry it had for them is replaced. */
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
    // Kept from log-in to log-in: whoever took this browser's cookies gets no new count by logging in again.
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
