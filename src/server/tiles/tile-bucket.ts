/** Tiles in the bucket: one machine has asked the service, and all have them, also while the service is away. */
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '#server/env.ts';
import { describeError, type Log } from '#server/log.ts';
import { bucketStoreOf } from '#server/storage/site-files.ts';

export interface SharedTile {
  /** Packed with gzip; empty where the service has nothing. */
  bytes: Buffer;
  keptAt: Date;
}

interface TileBucket {
  /** Null when it is not there, or the bucket does not say so in time. */
  find: (name: string) => Promise<SharedTile | null>;
  /** Waits for nothing; a tile that does not arrive is asked of the service again. */
  keep: (name: string, bytes: Uint8Array) => void;
  /** Null when nobody has said who made the tiles, or the bucket does not say so in time. */
  findMakers: () => Promise<string | null>;
  /** Like `keep`; the same makers are written once for each process. */
  keepMakers: (makers: string) => void;
}

/** A visitor waits for the map: then the service is asked. */
const patienceMs = 2_000;

/** Undefined where files are kept in folders. @param source names the service, whose tiles do not mix with those of another */
export function tileBucketOf(env: Env, source: string, log: Log): TileBucket | undefined {
  const store = env.storage === 's3' ? bucketStoreOf('tiles', env) : undefined;
  if (store === undefined) return undefined;
  const makersName = `${source}.makers`;
  let makersKept: string | undefined;

  const note = (error: unknown) => {
    log.debug({ reason: describeError(error) }, 'the bucket did not take or give a tile');
    return null;
  };
  const read = async (name: string): Promise<SharedTile | null> => {
    const found = await store.open(name);
    return found && { bytes: await buffer(found.content), keptAt: found.file.modifiedAt };
  };
  const find = (name: string) => Promise.race([read(name).catch(note), sleep(patienceMs, null, { ref: false })]);
  const keep = (name: string, bytes: Uint8Array) => void store.put(name, bytes).catch(note);

  return {
    find,
    keep,
    findMakers: async () => {
      makersKept ??= (await find(makersName))?.bytes.toString();
      return makersKept ?? null;
    },
    keepMakers: (makers) => {
      if (makers === makersKept) return;
      makersKept = makers;
      keep(makersName, Buffer.from(makers));
    },
  };
}
