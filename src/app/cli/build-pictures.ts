/** Encodes each city pack's pictures into the files that pages ask for; existing files are kept. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { checkSvg } from '#server/storage/check-svg.ts';
import {
  encodedFiles,
  encodePicture,
  measurePicture,
  type PictureSize,
  pictureStem,
} from '#server/storage/encode-picture.ts';

const brotli = promisify(brotliCompress);
const root = join(import.meta.dirname, '../../..');

/** Increase it when the encoder's files change, so that all are made again. */
const encoderVersion = 4;

interface BuiltPicture extends PictureSize {
  /** The hash of the picture's bytes and the encoder's version. */
  hash: string;
  files: string[];
}
type BuiltPictures = Record<string, BuiltPicture>;

interface PictureFolders {
  /** Contains a folder for each pack, with its pictures/ inside. */
  packs: string;
  /**
   * Gets a folder for each pack: the files, `sizes.json` for the pack's reader, `built.json` for the next
   * build.
   */
  media: string;
}

/** Returns the number of encoded pictures. @throws Error naming the picture that cannot be used */
export async function buildPictures(
  folders: PictureFolders = { packs: join(root, 'cities'), media: join(root, 'dist/media') },
  report: (line: string) => void = () => undefined,
): Promise<number> {
  let made = 0;
  for (const pack of await readdir(folders.packs, { withFileTypes: true })) {
    if (!pack.isDirectory()) continue;
    made += await buildPack(join(folders.packs, pack.name, 'pictures'), join(folders.media, pack.name), (done, all) =>
      done % 10 === 0 || done === all ? report(`Pictures of ${pack.name}: ${done} of ${all}`) : undefined,
    );
  }
  return made;
}

async function buildPack(
  source: string,
  target: string,
  progress: (done: number, all: number) => void,
): Promise<number> {
  await mkdir(target, { recursive: true });
  const names = (await readdir(source).catch(() => [])).filter((file) =>
    /^[a-z0-9][a-z0-9-]*\.(jpg|png|svg)$/.test(file),
  );
  const before = await readBuilt(target);
  const present = new Set(await readdir(target));
  const built: BuiltPictures = {};
  const wanted: { name: string; bytes: Buffer; hash: string }[] = [];
  for (const name of names.sort()) {
    const bytes = await readFile(join(source, name));
    const hash = createHash('sha256').update(`${encoderVersion}\0`).update(bytes).digest('base64url');
    const known = before[name];
    if (known?.hash === hash && known.files.every((file) => present.has(file))) built[name] = known;
    else wanted.push({ name, bytes, hash });
  }

  let done = 0;
  const queue = [...wanted];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      built[next.name] = await buildPicture(source, target, next);
      progress(++done, wanted.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, work));
  } finally {
    queue.length = 0;
    await writeJson(target, 'built.json', built);
  }

  const sizes = Object.fromEntries(Object.entries(built).map(([file, { width, height }]) => [file, { width, height }]));
  await writeJson(target, 'sizes.json', sizes);
  const kept = new Set(['built.json', 'sizes.json', ...Object.values(built).flatMap((picture) => picture.files)]);
  for (const file of await readdir(target)) if (!kept.has(file)) await rm(join(target, file), { recursive: true });
  return wanted.length;
}

async function buildPicture(
  source: string,
  target: string,
  { name, bytes, hash }: { name: string; bytes: Buffer; hash: string },
): Promise<BuiltPicture> {
  const stem = name.slice(0, name.lastIndexOf('.'));
  try {
    if (name.endsWith('.svg')) {
      const size = checkSvg(bytes.toString('utf8'));
      const file = `${pictureStem(stem, size)}.svg`;
      await writeFile(join(target, file), bytes);
      await writeFile(join(target, `${file}.br`), await brotli(bytes));
      return { ...size, hash, files: [file, `${file}.br`] };
    }
    const { width, height } = await measurePicture(bytes);
    await encodePicture(bytes, target, stem, { width, height });
    return { width, height, hash, files: encodedFiles(stem, { width, height }) };
  } catch (error) {
    throw new Error(`${join(source, name)}: ${(error as Error).message}`, { cause: error });
  }
}

async function readBuilt(target: string): Promise<BuiltPictures> {
  try {
    return JSON.parse(await readFile(join(target, 'built.json'), 'utf8')) as BuiltPictures;
  } catch {
    return {};
  }
}

async function writeJson(folder: string, file: string, value: unknown): Promise<void> {
  await writeFile(join(folder, `${file}.new`), JSON.stringify(value));
  await rename(join(folder, `${file}.new`), join(folder, file));
}
