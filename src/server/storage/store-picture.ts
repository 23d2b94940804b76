/**
 * Accepts a picture from a stranger and stores files that we encoded ourselves: no byte of the upload is
 * kept.
 */
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { Problem } from '#shared/problem.ts';
import {
  encodedFiles,
  encodePicture,
  maxPixels,
  measurePicture,
  type PictureSize,
  pictureStem,
} from './encode-picture.ts';
import { type FileStore, unfinishedStart } from './file-store.ts';
import { mailFiles } from './mail-picture.ts';

export const maxPictureBytes = 10 * 1024 * 1024;
const minSide = 16;
/**
 * Pictures are encoded one after the other. When more than this are waiting, the next upload is told to come
 * back.
 */
const maxWaiting = 8;
/** Uploads in progress: over a slow connection one takes minutes and must not block a full reading room. */
const maxArriving = 24;

interface StoredPicture extends PictureSize {
  /** '/media/u/{name}.{width}x{height}.webp', for Picture and the tables. */
  src: string;
}

let arriving = 0;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Stores a JPEG, PNG, WebP or AVIF of at most 10 MB and 40 megapixels, upright, in three widths, without
 * metadata. After a failure nothing is left.
 * @param store of the uploads, which /media/u/ serves
 * @throws Problem too_large, wrong_type (another format, a drawing, an animation), invalid (broken, or
 * smaller than 16 px), unavailable (too many at once)
 */
export async function storePicture(
  input: Uint8Array | AsyncIterable<Uint8Array>,
  store: FileStore,
): Promise<StoredPicture> {
  if (input instanceof Uint8Array) return inTurn(() => encodeAndStore(checkLength(input), store));
  if (arriving >= maxArriving) throw tooMany();
  arriving++;
  // Kept on disk until its turn: many uploads in memory would be too much.
  const file = join(store.workFolder, unfinishedStart + uuidv7());
  try {
    await keep(input, store.workFolder, file).finally(() => arriving--);
    return await inTurn(async () => encodeAndStore(await readFile(file), store));
  } finally {
    await rm(file, { force: true });
  }
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= maxWaiting) throw tooMany();
  waiting++;
  try {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return await turn;
  } finally {
    waiting--;
  }
}

const tooMany = () =>
  new Problem('unavailable', 'Many pictures are being saved right now. Please try again in a minute.', {
    retryAfterSeconds: 30,
  });

async function encodeAndStore(bytes: Buffer, store: FileStore): Promise<StoredPicture> {
  const size = await checkPicture(bytes);
  const name = uuidv7();
  await mkdir(store.workFolder, { recursive: true });
  const folder = await mkdtemp(join(store.workFolder, unfinishedStart));
  try {
    await encodePicture(bytes, folder, name, size).catch(refuseBroken);
    await store.take(new Map(encodedFiles(name, size).map((file) => [file, join(folder, file)])));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { src: `/media/u/${pictureStem(name, size)}.webp`, ...size };
}

/** Deletes the files of a picture that `storePicture` stored; other addresses are ignored. */
export async function removePicture(src: string, store: FileStore): Promise<void> {
  const { name, size } = readAddress(src) ?? {};
  if (name !== undefined && size) await store.remove([...encodedFiles(name, size), ...mailFiles(name, size)]);
}

/** Tells whether the files of a picture that `storePicture` stored are still there; true for other addresses. */
export async function hasPicture(src: string, store: FileStore): Promise<boolean> {
  const { name, size } = readAddress(src) ?? {};
  if (name === undefined || !size) return true;
  const [file] = encodedFiles(name, size);
  return file !== undefined && (await store.stat(file)) !== null;
}

function readAddress(src: string): { name: string; size: PictureSize } | null {
  const match = /^\/media\/u\/([\w-]+)\.(\d+)x(\d+)\.webp$/.exec(src);
  return match && { name: match[1] ?? '', size: { width: Number(match[2]), height: Number(match[3]) } };
}

function checkLength(bytes: Uint8Array): Buffer {
  if (bytes.byteLength > maxPictureBytes) throw tooLarge();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const tooLarge = () => new Problem('too_large', 'This picture is larger than 10 MB. Please choose a smaller one.');

async function keep(input: AsyncIterable<Uint8Array>, folder: string, path: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    for await (const piece of input) {
      size += piece.byteLength;
      if (size > maxPictureBytes) throw tooLarge();
      await file.write(piece);
    }
  } finally {
    await file.close();
  }
}

async function checkPicture(bytes: Buffer): Promise<PictureSize> {
  const animated = () => new Problem('wrong_type', 'This picture moves. Please choose one that stands still.');
  const format = formatOf(bytes);
  if (format === null) throw new Problem('wrong_type', 'Please choose a JPEG, PNG, WebP or AVIF picture.');
  if (format === 'png' && bytes.subarray(0, 65_536).includes('acTL')) throw animated();
  const { width, height, frames } = await measurePicture(bytes).catch(refuseBroken);
  if (frames > 1) throw animated();
  if (width * height > maxPixels) {
    throw new Problem('too_large', 'This picture has more than 40 megapixels. Please choose a smaller one.');
  }
  if (Math.min(width, height) < minSide) {
    throw new Problem('invalid', 'This picture is too small to be seen. Please choose a larger one.');
  }
  return { width, height };
}

/**
 * Reads the format from the first bytes, before a decoder sees the rest: a file's name and type are the
 * sender's claim.
 */
function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'avif' | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  const mark = bytes.toString('latin1', 4, 12);
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && mark.endsWith('WEBP')) return 'webp';
  return mark === 'ftypavif' ? 'avif' : null;
}

function refuseBroken(error: unknown): never {
  if (error instanceof Problem || (error as NodeJS.ErrnoException).code !== undefined) throw error;
  if (/pixel limit/i.test((error as Error).message)) {
    throw new Problem('too_large', 'This picture has more than 40 megapixels. Please choose a smaller one.');
  }
  throw new Problem('invalid', 'This picture is damaged and cannot be read. Please choose another one.');
}
