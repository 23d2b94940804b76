/**
 * The backup file: one readable line that names the format, then a zstd stream of frames. Everything is streamed, both
 * ways, so a site of any size needs little memory. Each entry carries its checksum and the last frame says how many there
 * were: a file that was cut short or changed is never taken for a whole one.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';

const formatVersion = 1;
const firstLine = (version: number) => `alameda backup ${version}\n`;

/** The file is damaged, newer than this program, or no backup at all; the message says which. */
export class BackupFileError extends Error {
  override name = 'BackupFileError';
}

export interface Entry {
  /** What the content is, in whatever words writer and reader agree on. */
  head: unknown;
  content: AsyncIterable<Buffer>;
}

const kinds = { head: 1, data: 2, check: 3, end: 4 } as const;
const largestFrame = 16 * 1024 * 1024;

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
      for (let from = 0; from < chunk.length; from += largestFrame) {
        const part = chunk.subarray(from, from + largestFrame);
        hash.update(part);
        yield frame(kinds.data, part);
      }
    }
    yield jsonFrame(kinds.check, hash.digest('hex'));
    count += 1;
  }
  yield jsonFrame(kinds.end, count);
}

/** Writes a whole file or none: it grows under another name beside its place. Readable by its owner only. */
export async function writeArchive(file: string, entries: AsyncIterable<Entry>): Promise<void> {
  const growing = `${file}.${process.pid}.part`;
  try {
    const out = createWriteStream(growing, { mode: 0o600, flush: true });
    out.write(firstLine(formatVersion));
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    await pipeline(Readable.from(frames(entries)), compress, out);
    await rename(growing, file);
  } catch (error) {
    await rm(growing, { force: true });
    throw error;
  }
}

/** Hands out exactly as many bytes as are asked for. */
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

  /** Also lets zstd check what follows the last frame. */
  async takeEnd(): Promise<void> {
    const next = this.#held.length === 0 ? await this.#chunks.next() : { done: false };
    if (!next.done) throw new BackupFileError('something follows its end');
  }

  async takeFrame(): Promise<{ kind: number; payload: Buffer }> {
    const prefix = await this.take(5);
    const length = prefix.readUInt32BE(1);
    if (length > largestFrame) throw new BackupFileError('its content makes no sense');
    return { kind: prefix.readUInt8(0), payload: await this.take(length) };
  }
}

async function checkFirstLine(file: string): Promise<number> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    const [, version] = /^alameda backup (\d{1,6})\n/.exec(buffer.toString('latin1', 0, bytesRead)) ?? [];
    if (version === undefined) throw new BackupFileError('it is not a backup of this program');
    if (Number(version) > formatVersion) throw new BackupFileError('a newer release of this program made it');
    return firstLine(Number(version)).length;
  } finally {
    await handle.close();
  }
}

async function* unpack(file: string, start: number): AsyncGenerator<Buffer> {
  const source = createReadStream(file, { start });
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

/** The entries in the order they were written; each content is read, or skipped, before the next entry. Throws `BackupFileError`. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const start = await checkFirstLine(file);
  yield* entriesFrom(new ByteReader(unpack(file, start)));
}

/** Reads everything and keeps nothing. Throws `BackupFileError` when the file is not whole. */
export async function checkArchive(file: string): Promise<void> {
  for await (const { content } of readArchive(file)) for await (const _ of content);
}
