/** Calls to an S3 store, each with a limit of time. While the store is away they fail at once. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { S3mini } from 's3mini';
import { describeError } from '#server/log.ts';
import type { StoredFile } from './file-store.ts';
import type { S3Env } from './s3-settings.ts';
import { StoreAway } from './store-away.ts';
import { storeCalls } from './store-calls.ts';

/** Until an answer begins; for calls that send a file, until it ends. */
const readLimitMs = 8_000;
const writeLimitMs = 120_000;
/** A store that has just failed is left alone for so long. */
const restMs = 3_000;
/** No byte for so long: the store hangs in the middle of an answer. */
const silenceMs = 30_000;
/** Larger files go in parts of this size, one in memory at a time. */
const partBytes = 16 * 1024 * 1024;

type Call = 'get' | 'put' | 'list' | 'remove';

export interface S3Client {
  put: (key: string, bytes: Uint8Array, type: string) => Promise<void>;
  putFile: (key: string, path: string, type: string) => Promise<void>;
  get: (key: string, range?: { start: number; end: number }) => Promise<{ file: StoredFile; content: Readable } | null>;
  exists: (key: string) => Promise<boolean>;
  list: (prefix: string) => AsyncGenerator<StoredFile>;
  remove: (key: string) => Promise<void>;
}

const statusOf = (error: unknown) => (error as { status?: number } | null)?.status;

/** The checksum with which a store refuses bytes that changed on their way. */
const checksum = (bytes: Uint8Array) =>
  ({ 'content-md5': createHash('md5').update(bytes).digest('base64') }) as unknown as Record<`x-amz-${string}`, string>;

/** Gives up on an answer that begins too late; one to a GET of a file may take as long as bytes arrive. */
async function limitedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const sends = init.method === 'PUT' || init.method === 'POST';
  const limit = new AbortController();
  const timer = setTimeout(
    () => limit.abort(new DOMException('no answer in time', 'TimeoutError')),
    sends ? writeLimitMs : readLimitMs,
  );
  try {
    return await fetch(input, { ...init, signal: limit.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** Ends with an error when no byte comes for a while. */
async function* watched(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  for (;;) {
    const silent = Promise.withResolvers<never>();
    const timer = setTimeout(() => silent.reject(new StoreAway('the file store went silent')), silenceMs);
    try {
      const next = await Promise.race([pieces.next(), silent.promise]);
      if (next.done) return;
      yield next.value;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** @throws StoreAway; null when the store says that there is no such thing */
type Ask = <T>(call: Call, work: (s3: S3mini) => Promise<T>) => Promise<T | null>;

/** Sends a large file in pieces, so that no more than one of them is in memory. */
async function putParts(ask: Ask, key: string, path: string, type: string): Promise<void> {
  const id = (await ask('put', (s3) => s3.getMultipartUploadId(key, type))) ?? '';
  const file = await open(path);
  try {
    const parts: { partNumber: number; etag: string }[] = [];
    const buffer = Buffer.alloc(partBytes);
    for (let partNumber = 1; ; partNumber++) {
      const { bytesRead } = await file.read(buffer, 0, partBytes, (partNumber - 1) * partBytes);
      if (bytesRead === 0) break;
      const bytes = buffer.subarray(0, bytesRead);
      const part = await ask('put', (s3) => s3.uploadPart(key, id, bytes, partNumber, {}, undefined, checksum(bytes)));
      if (part === null) throw new StoreAway('the file store has forgotten the file that was being sent');
      parts.push(part);
    }
    await ask('put', (s3) => s3.completeMultipartUpload(key, id, parts));
  } catch (error) {
    await ask('remove', (s3) => s3.abortMultipartUpload(key, id)).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

export function createS3Client({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Env): S3Client {
  let opening: Promise<S3mini> | undefined;
  let restsUntil = 0;

  function openClient(): Promise<S3mini> {
    // Loaded with the first call: a site without a store is no larger.
    opening ??= import('s3mini').then(
      ({ S3mini }) =>
        new S3mini({ endpoint: `${endpoint}/${bucket}`, region, accessKeyId, secretAccessKey, fetch: limitedFetch }),
    );
    return opening;
  }

  /** @throws StoreAway; null when the store says that there is no such thing */
  async function ask<T>(call: Call, work: (s3: S3mini) => Promise<T>): Promise<T | null> {
    if (performance.now() < restsUntil) throw new StoreAway('the file store does not answer');
    const end = storeCalls.startTimer({ call });
    try {
      const result = await work(await openClient());
      end({ outcome: 'done' });
      return result;
    } catch (error) {
      const status = statusOf(error);
      if (status === 404 && !/NoSuchBucket/.test(String((error as Error).message))) {
        end({ outcome: 'missing' });
        return null;
      }
      end({ outcome: 'failed' });
      // A store that answers, if only to refuse, need not be spared.
      if (status === undefined || status >= 500) restsUntil = performance.now() + restMs;
      throw new StoreAway(`the file store fails: ${describeError(error)}`, { cause: error });
    }
  }

  async function put(key: string, bytes: Uint8Array, type: string): Promise<void> {
    const done = await ask('put', async (s3) => {
      const answer = await s3.putObject(key, bytes, type, undefined, checksum(bytes));
      await answer.body?.cancel();
      return true;
    });
    if (done === null) throw new StoreAway(`the file store has no bucket ${bucket}`);
  }

  return {
    put,
    putFile: async (key, path, type) => {
      const file = await open(path);
      let small: Buffer | undefined;
      try {
        if ((await file.stat()).size <= partBytes) small = await file.readFile();
      } finally {
        await file.close();
      }
      await (small ? put(key, small, type) : putParts(ask, key, path, type));
    },
    get: async (key, range) => {
      const answer = await ask('get', (s3) =>
        range ? s3.getObjectRaw(key, false, range.start, range.end + 1) : s3.getObjectRaw(key),
      );
      if (answer === null) return null;
      const { headers, body } = answer;
      const whole = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? headers.get('content-length');
      const file = { name: key, bytes: Number(whole), modifiedAt: new Date(headers.get('last-modified') ?? 0) };
      const content = body ? Readable.fromWeb(body as ReadableStream<Uint8Array>) : Readable.from([]);
      return { file, content: Readable.from(watched(content), { objectMode: false }) };
    },
    exists: async (key) => (await ask('get', async (s3) => (await s3.objectExists(key)) || null)) !== null,
    list: async function* (prefix) {
      let token: string | undefined;
      do {
        const page = await ask('list', (s3) => s3.listObjectsPaged('/', prefix, 1_000, token));
        if (!page?.objects) throw new StoreAway(`the file store has no bucket ${bucket}`);
        for (const { Key, Size, LastModified } of page.objects) {
          yield { name: Key, bytes: Number(Size), modifiedAt: new Date(LastModified) };
        }
        token = page.nextContinuationToken;
      } while (token !== undefined && token !== '');
    },
    remove: async (key) => {
      await ask('remove', (s3) => s3.deleteObject(key));
    },
  };
}
