/**
 * Encrypts what a copy of the database alone must not give away: tokens of mailed links, secrets of
 * authenticator apps. The key is a file beside the database, which a backup holds only when asked to.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDataDir } from '#server/data-dir.ts';
import { readEnv } from '#server/env.ts';

const keyFile = 'secret.key';
const mark = 'sealed:1:';
const [ivBytes, tagBytes] = [12, 16];

let key: Buffer | undefined;

/** Reads the key of this DATA_DIR, and makes it at the first start. @throws Error with one line for the operator */
export function openVault(dataDir: string): Buffer {
  if (!existsSync(dataDir)) openDataDir(dataDir);
  const path = join(dataDir, keyFile);
  if (!existsSync(path)) makeKey(path);
  key = parseKey(readFileSync(path, 'utf8'), path);
  return key;
}

/** Processes may begin at once: one of them makes the file, and it is never there half written. */
function makeKey(path: string): void {
  const own = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(own, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

function parseKey(text: string, path: string): Buffer {
  const bytes = Buffer.from(text.trim(), 'base64url');
  if (bytes.length === 32) return bytes;
  throw new Error(`${path} is no key of this site, allowed is the file as the site made it, or none`);
}

/** The content of the key's file, for a backup. */
export const readKeyFile = (dataDir: string): Buffer => Buffer.from(`${openVault(dataDir).toString('base64url')}\n`);

/** Puts a backup's key in place of this DATA_DIR's. */
export function replaceKeyFile(dataDir: string, content: string): void {
  const path = join(dataDir, keyFile);
  key = parseKey(content, path);
  const own = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(own, `${key.toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(own, path);
}

/** Reads the key of this DATA_DIR without making one; false where there is none. @throws when this account may not read it */
export function readKey(): boolean {
  if (key !== undefined) return true;
  const { dataDir } = readEnv();
  if (!existsSync(join(dataDir, keyFile))) return false;
  openVault(dataDir);
  return true;
}

const currentKey = (): Buffer => key ?? openVault(readEnv().dataDir);

/** @param purpose the use of the secret; it opens with the same purpose only */
export function seal(secret: string, purpose: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', currentKey(), iv).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return mark + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Tells whether a secret is still the same, and without the key nothing about it. */
export const fingerprint = (secret: string, purpose: string): string =>
  createHmac('sha256', currentKey()).update(`${purpose}:${secret}`).digest('base64url');

/** Binds the secret of an authenticator app to its account. */
export const factorPurpose = (userId: string) => `totp:${userId}`;

export const isSealed = (stored: string): boolean => stored.startsWith(mark);

/** Null for what another key or purpose sealed, or somebody has changed. */
export function unseal(stored: string, purpose: string): string | null {
  const bytes = Buffer.from(stored.slice(mark.length), 'base64url');
  if (!isSealed(stored) || bytes.length < ivBytes + tagBytes) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', currentKey(), bytes.subarray(0, ivBytes));
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
