/** Backups for a public key, in the format of age (age-encryption.org): any age program opens them, too. */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { BackupFileError } from '#server/backup/archive.ts';

/** Loaded at its first use: the ciphers take 8 MB in a worker that makes one backup a day, or none. */
const age = () => import('age-encryption');

const firstBytes = 'age-encryption.org/';
const identityPattern = /^AGE-SECRET-KEY-1[0-9A-Z]+$/m;

/** The pair's halves: the private one opens backups, the public one is the setting BACKUP_RECIPIENT. */
export async function makeIdentity(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await age();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(firstBytes.length));
    return buffer.subarray(0, bytesRead).toString('latin1') === firstBytes;
  } finally {
    await handle.close();
  }
}

const webStream = (file: string) => Readable.toWeb(createReadStream(file)) as globalThis.ReadableStream<Uint8Array>;
const nodeStream = (stream: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as unknown as ReadableStream<Uint8Array>);

/** @param recipient `age1…` */
export async function encrypted(file: string, recipient: string): Promise<Readable> {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return nodeStream(await encrypter.encrypt(webStream(file)));
}

/**
 * Writes a file encrypted into another one, whole or not at all.
 * @param recipient `age1…`
 */
export async function encryptFile(file: string, to: string, recipient: string): Promise<void> {
  const part = `${to}.part`;
  try {
    await pipeline(await encrypted(file, recipient), createWriteStream(part, { mode: 0o600, flush: true }));
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/**
 * Writes what an encrypted backup holds into another file, whole or not at all.
 * @param identityFile a file with a line `AGE-SECRET-KEY-1…`
 * @throws BackupFileError
 */
export async function decryptFile(file: string, to: string, identityFile: string): Promise<void> {
  const [identity] = identityPattern.exec(await readFile(identityFile, 'utf8')) ?? [];
  if (identity === undefined) throw new BackupFileError(`${identityFile} holds no line AGE-SECRET-KEY-1…`);
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    const opened = await decrypter.decrypt(webStream(file)).catch(() => {
      throw new BackupFileError('it was encrypted for another key, or is damaged');
    });
    await pipeline(nodeStream(opened), createWriteStream(to, { mode: 0o600, flush: true })).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
      throw new BackupFileError('it is damaged or was cut short');
    });
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}
