/**
 * The backup file: one readable line that names the format, a zstd stream of frames, and a last line with the
 * checksum of every byte before it. Reading and writing are streamed, so a site of any size needs little
 * memory. Each entry has its own checksum, and the last frame tells the number of entries: a file that was
 * cut short or changed is never taken for a whole one. Format 1 had no last line.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { syncFolder } from '#server/storage/sync-folder.ts';

const formatVersion = 2;
const firstLine = (version: number) => `alameda backup ${version}\n`;

const lastLine = (hash: Hash) => `\nsha256 ${hash.digest('hex')}\n`;
const lastLinePattern = /^\nsha256 [0-9a-f]{64}\n$/;
const lastLineLength = 73;

/** The file is damaged, newer than this program, or not a backup; the message says which. */
export class BackupFileError extends Error {
  override name = 'BackupFileError';
}

export interface Entry {
  /** The description of the content, in a form on which writer and reader agree. */
  head: unknown;
  content: AsyncIterable<Buffer>;
}

const kinds = { head: 1, data: 2, check: 3, end: 4 } as const;
const maxFrameBytes = 16 * 1024 * 1024;

function frame(kind: number, payload: Buffer): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt8(kind, 0);
  prefix.writeUInt32BE(payload.length, 1);
  return Buffer.concat([prefix, payload]);
}

const jsonFrame = (kind: number, value: unknown) => frame(kind, Buffer.from(JSON.stringify(value)));

async function* frames(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const { head, content } of entries) {
    const hash = createHash('sha256');
    const headFrame = jsonFrame(kinds.head, head);
    hash.update(headFrame);
    yield headFrame;
    for await (const chunk of content) {
      for (let from = 0; from < chunk.length; from += maxFrameBytes) {
        const part = chunk.subarray(from, from + maxFrameBytes);
        hash.update(part);
        yield frame(kinds.data, part);
      }
    }
    yield jsonFrame(kinds.check, hash.digest('hex'));
    count += 1;
  }
  yield jsonFrame(kinds.end, count);
}

async function* sealed(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const first = Buffer.from(firstLine(formatVersion));
  hash.update(first);
  yield first;
  for await (const chunk of compressed) {
    hash.update(chunk);
    yield chunk;
  }
  yield Buffer.from(lastLine(hash));
}

/**
 * Writes a whole file or none: it is written under another name beside its place and then renamed. Only its
 * owner can read it.
 */
export async function writeArchive(file: string, entries: AsyncIterable<Entry>): Promise<void> {
  const growing = `${file}.${process.pid}.part`;
  try {
    const out = createWriteStream(growing, { mode: 0o600, flush: true });
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    await pipeline(Readable.from(frames(entries)), compress, sealed, out);
    await rename(growing, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(growing, { force: true });
    throw error;
  }
}

/** Returns exactly as many bytes as asked for. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Buffer> {
    const parts = [this.#held];
    let size = this.#held.length;
    while (size < length) {
      const next = await this.#chunks.next();
      if (next.done) throw new BackupFileError('it is damaged or was cut short');
      parts.push(next.value);
      size += next.value.length;
    }
    const all = parts.length === 1 ? this.#held : Buffer.concat(parts);
    this.#held = all.subarray(length);
    return all.subarray(0, length);
  }

  /** Reads to the end, so that zstd checks what follows the last frame. */
  async takeEnd(): Promise<void> {
    const next = this.#held.length === 0 ? await this.#chunks.next() : { done: false };
    if (!next.done) throw new BackupFileError('something follows its end');
  }

  async takeFrame(): Promise<{ kind: number; payload: Buffer }> {
    const prefix = await this.take(5);
    const length = prefix.readUInt32BE(1);
    if (length > maxFrameBytes) throw new BackupFileError('its content makes no sense');
    return { kind: prefix.readUInt8(0), payload: await this.take(length) };
  }
}

/** The bytes between the first and the last line, both ends included. */
interface Span {
  start: number;
  end: number;
  /** The checksum line; undefined in format 1. */
  lastLine: string | undefined;
}

/** Finds the content without reading it. */
async function findContent(file: string): Promise<Span> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const text = async (length: number, from: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, Math.max(0, from));
      return buffer.toString('latin1', 0, bytesRead);
    };
    const [line, version] = /^alameda backup ([1-9]\d{0,5})\n/.exec(await text(64, 0)) ?? [];
    if (line === undefined) throw new BackupFileError('it is not a backup of this program');
    if (Number(version) > formatVersion) throw new BackupFileError('a newer release of this program made it');
    const last = await text(lastLineLength, size - lastLineLength);
    const isSealed = size >= line.length + lastLineLength && lastLinePattern.test(last);
    // In format 1 nothing covers the first line: a changed digit must not turn the checksum off.
    if (isSealed !== (version !== '1')) throw new BackupFileError('it is damaged or was cut short');
    const start = line.length;
    return isSealed
      ? { start, end: size - lastLineLength - 1, lastLine: last }
      : { start, end: size - 1, lastLine: undefined };
  } finally {
    await handle.close();
  }
}

async function checkSeal(file: string, { end, lastLine: wanted }: Span): Promise<void> {
  if (wanted === undefined) return;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end })) hash.update(chunk as Buffer);
  if (lastLine(hash) !== wanted) throw new BackupFileError('it is damaged: its checksum does not match');
}

async function* unpack(file: string, { start, end }: Span): AsyncGenerator<Buffer> {
  if (end < start) throw new BackupFileError('it is damaged or was cut short');
  const source = createReadStream(file, { start, end });
  const unpacked = source.pipe(createZstdDecompress());
  source.on('error', (error) => unpacked.destroy(error));
  try {
    yield* unpacked;
  } catch (error) {
    const isDamage = error instanceof Error && 'code' in error && /^(ZSTD|Z_|ERR_Z)/.test(String(error.code));
    throw isDamage ? new BackupFileError('it is damaged or was cut short', { cause: error }) : error;
  } finally {
    source.destroy();
  }
}

async function* entriesFrom(reader: ByteReader): AsyncGenerator<Entry> {
  for (let count = 0; ; count += 1) {
    const { kind, payload } = await reader.takeFrame();
    if (kind === kinds.end) {
      if (JSON.parse(payload.toString()) !== count) throw new BackupFileError('a part of it is missing');
      await reader.takeEnd();
      return;
    }
    if (kind !== kinds.head) throw new BackupFileError('its content makes no sense');
    const hash = createHash('sha256').update(frame(kind, payload));
    let isRead = false;
    const content = (async function* () {
      for (;;) {
        const part = await reader.takeFrame();
        if (part.kind === kinds.data) {
          hash.update(part.payload);
          yield part.payload;
        } else if (part.kind === kinds.check && JSON.parse(part.payload.toString()) === hash.digest('hex')) {
          isRead = true;
          return;
        } else {
          throw new BackupFileError('a checksum does not match');
        }
      }
    })();
    yield { head: JSON.parse(payload.toString()), content };
    for await (const _ of content);
    if (!isRead) throw new BackupFileError('a part of it was not read to its end');
  }
}

/**
 * The entries in the order of writing; each content is read or skipped before the next entry. Throws
 * `BackupFileError`.
 */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  yield* entriesFrom(new ByteReader(unpack(file, await findContent(file))));
}

/** Reads everything and keeps nothing. Throws `BackupFileError` when the file is not whole. */
export async function checkArchive(file: string): Promise<void> {
  await checkSeal(file, await findContent(file));
  for await (const { content } of readArchive(file)) for await (const _ of content);
}
