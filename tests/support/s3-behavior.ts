/** The duties of a store, asked of the stand-in and of real servers alike. */
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FileStore } from '#server/storage/file-store.ts';
import { createS3Client } from '#server/storage/s3-client.ts';
import type { S3Env } from '#server/storage/s3-settings.ts';
import { createS3Store } from '#server/storage/s3-store.ts';

export function openOn(env: S3Env, folder: string, prefix = 'uploads/'): FileStore {
  return createS3Store({ client: createS3Client(env), prefix, bucket: env.bucket, folder, maxBytes: 1_000_000 });
}

const hourAgo = () => new Date(Date.now() - 3_600_000);

/** @param env asked in each test, because the server starts later */
export function behavesAsStore(env: () => S3Env): void {
  let folder: string;
  let one: FileStore;
  let other: FileStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 's3-store-'));
    [one, other] = ['one', 'other'].map((name) => openOn(env(), join(folder, name))) as [FileStore, FileStore];
    await one.remove(await namesIn(one));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function namesIn(store: FileStore): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of store.list()) names.push(name);
    return names;
  }

  async function made(content: string | Buffer): Promise<string> {
    await mkdir(one.workFolder, { recursive: true });
    const path = join(one.workFolder, `.new-${Math.random()}`);
    await writeFile(path, content);
    return path;
  }

  it('keeps what one machine gives, for all of them', async () => {
    await one.take(
      new Map([
        ['0190-ab.300x200@300.webp', await made('picture')],
        ['2026/11/empty', await made('')],
      ]),
    );
    await one.put('a.jpg', Buffer.from('before'));
    await one.put('a.jpg', Buffer.from('a jpeg'));
    expect((await namesIn(other)).toSorted()).toEqual(['0190-ab.300x200@300.webp', '2026/11/empty', 'a.jpg']);
    const found = await other.open('a.jpg');
    expect(found?.file).toMatchObject({ name: 'a.jpg', bytes: 6 });
    expect(found && (await text(found.content))).toBe('a jpeg');
    const part = await other.open('a.jpg', { start: 2, end: 3 });
    expect(part && (await text(part.content))).toBe('jp');
    expect(part?.file.bytes).toBe(6);
    expect(await other.stat('0190-ab.300x200@300.webp')).toMatchObject({ bytes: 7 });
    const path = await other.localCopy('0190-ab.300x200@300.webp');
    expect(path && (await readFile(path, 'utf8'))).toBe('picture');
  });

  it('lists more than a page', async () => {
    const names = Array.from({ length: 11 }, (_, at) => `many-${String(at).padStart(2, '0')}`);
    for (const name of names) await one.put(name, Buffer.from(name));
    expect((await namesIn(one)).toSorted()).toEqual(names);
  });

  it('says what is not there, and removes without asking', async () => {
    expect(await one.open('none')).toBeNull();
    expect(await one.stat('none')).toBeNull();
    expect(await one.localCopy('none')).toBeNull();
    await one.remove(['none']);
  });

  it('loses its copy of what another machine has deleted', async () => {
    await one.put('a.webp', Buffer.from('picture'));
    const path = await other.localCopy('a.webp');
    if (path === null) throw new Error('there is no copy');
    await one.remove(['a.webp']);
    // A copy that was confirmed within the last minute is still trusted.
    expect(await other.localCopy('a.webp')).toBe(path);
    await utimes(path, hourAgo(), hourAgo());
    expect(await other.localCopy('a.webp')).toBeNull();
    await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('keeps a large file whole', async () => {
    const bytes = Buffer.alloc(17 * 1024 * 1024 + 5, 'town');
    await one.take(new Map([['large', await made(bytes)]]));
    const found = await other.open('large');
    expect(found?.file.bytes).toBe(bytes.length);
    expect(found && (await buffer(found.content)).equals(bytes)).toBe(true);
  });

  it('is refused with another key', async () => {
    const stranger = openOn({ ...env(), secretAccessKey: 'another' }, join(folder, 'stranger'));
    await expect(stranger.put('a', Buffer.from('a'))).rejects.toThrow('the file store fails');
    await expect(stranger.open('a')).rejects.toThrow('the file store fails');
  });
}
