/** Keeps files in an S3 store, below a prefix, with copies of those that were asked for on this machine's disk. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from './file-store.ts';
import { createLocalCopies } from './local-copies.ts';
import type { S3Client } from './s3-client.ts';

const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };
const typeOf = (name: string) => types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

/** So many at once: a picture has six files. */
const atOnce = 3;

interface Options {
  client: S3Client;
  /** With a slash at its end. */
  prefix: string;
  bucket: string;
  /** For copies and unfinished files; nothing is lost with it. */
  folder: string;
  /** The copies may take so much; 0: none is kept of what is taken. */
  maxBytes: number;
  /** Files are moved here from a folder, or may be at any time. */
  isFilling?: boolean;
}

export function createS3Store({ client, prefix, bucket, folder, maxBytes, isFilling = false }: Options): FileStore {
  const workFolder = join(folder, 'work');
  const copies = createLocalCopies({
    folder: join(folder, 'copies'),
    workFolder,
    maxBytes,
    isFilling,
    read: (name) => client.get(prefix + name),
    exists: (name) => client.exists(prefix + name),
  });

  async function removeAll(names: readonly string[]): Promise<void> {
    for (const name of names) {
      await client.remove(prefix + name);
      await copies.forget(name);
    }
  }

  return {
    place: `the bucket ${bucket}`,
    workFolder,
    take: async (files) => {
      const waiting = [...files];
      const sent: string[] = [];
      const send = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const [name, path] = next;
          await client.putFile(prefix + name, path, typeOf(name));
          sent.push(name);
        }
      };
      const results = await Promise.allSettled(Array.from({ length: atOnce }, send));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) {
        await removeAll(sent).catch(() => undefined);
        throw failed.reason;
      }
      for (const [name, path] of files) await (maxBytes > 0 ? copies.adopt(name, path) : rm(path, { force: true }));
    },
    put: (name, bytes) => client.put(prefix + name, bytes, typeOf(name)),
    open: async (name, range) => {
      const found = await client.get(prefix + name, range);
      return found && { ...found, file: { ...found.file, name } };
    },
    stat: async (name) => {
      const found = await client.get(prefix + name, { start: 0, end: 0 });
      found?.content.destroy();
      return found && { ...found.file, name };
    },
    list: async function* () {
      for await (const file of client.list(prefix)) yield { ...file, name: file.name.slice(prefix.length) };
    },
    remove: removeAll,
    localCopy: (name) => copies.find(name),
  };
}
