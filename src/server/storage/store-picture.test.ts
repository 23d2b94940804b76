import { mkdtemp, open, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Problem } from '#shared/problem.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';
import { maxPictureBytes, removePicture, storePicture } from './store-picture.ts';

let folder: string;
let store: FileStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alameda-uploads-'));
  store = createFolderStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b5532f' } });

async function refusal(input: Uint8Array | AsyncIterable<Uint8Array>): Promise<string> {
  const error: unknown = await storePicture(input, store).catch((thrown: unknown) => thrown);
  expect(await readdir(folder)).toEqual([]);
  if (!(error instanceof Problem)) throw new Error(`not refused: ${String(error)}`);
  return error.code;
}

it('stores three widths as AVIF and WebP', async () => {
  const stored = await storePicture(await plain(2000, 1000).jpeg().toBuffer(), store);
  expect(stored).toMatchObject({ width: 2000, height: 1000 });
  const name = /^\/media\/u\/([0-9a-f-]{36})\.2000x1000\.webp$/.exec(stored.src)?.[1];
  expect((await readdir(folder)).sort()).toEqual(
    [384, 768, 1600].flatMap((width) => [`${name}.2000x1000@${width}.avif`, `${name}.2000x1000@${width}.webp`]).sort(),
  );
  const widest = await sharp(await readFile(join(folder, `${name}.2000x1000@1600.avif`))).metadata();
  expect(widest).toMatchObject({ width: 1600, height: 800, format: 'heif' });
});

it.each(['png', 'webp', 'avif'] as const)('takes %s, also as a stream', async (format) => {
  const bytes = await plain(300, 200).toFormat(format).toBuffer();
  expect(await storePicture(Readable.from([bytes.subarray(0, 50), bytes.subarray(50)]), store)).toMatchObject({
    width: 300,
    height: 200,
  });
  expect(await readdir(folder)).toHaveLength(2);
});

it('turns the picture upright and drops what the camera noted', async () => {
  const bytes = await plain(400, 300)
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'Somebody', ImageDescription: 'At home' } } })
    .jpeg()
    .toBuffer();
  expect(bytes.includes('At home')).toBe(true);
  const stored = await storePicture(bytes, store);
  expect(stored).toMatchObject({ width: 300, height: 400 });
  for (const file of await readdir(folder)) {
    const metadata = await sharp(await readFile(join(folder, file))).metadata();
    expect(metadata).toMatchObject({ width: 300, height: 400 });
    expect(metadata.exif ?? metadata.xmp ?? metadata.iptc).toBeUndefined();
  }
});

it('keeps what is transparent', async () => {
  const logo = sharp({ create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
  await storePicture(await logo.png().toBuffer(), store);
  for (const file of await readdir(folder)) {
    expect((await sharp(await readFile(join(folder, file))).metadata()).hasAlpha).toBe(true);
  }
});

it('refuses drawings, animations and other files, whatever they call themselves', async () => {
  expect(await refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'))).toBe('wrong_type');
  expect(await refusal(await plain(50, 50).gif().toBuffer())).toBe('wrong_type');
  expect(await refusal(await plain(50, 50).tiff().toBuffer())).toBe('wrong_type');
  expect(await refusal(Buffer.from('%PDF-1.7'))).toBe('wrong_type');
  expect(await refusal(Buffer.from(''))).toBe('wrong_type');
  const frames = Buffer.from(Array.from({ length: 32 * 96 * 3 }, (_, n) => Math.floor(n / (32 * 32 * 3)) * 100));
  const raw = { width: 32, height: 96, channels: 3, pageHeight: 32 } as const;
  expect(await refusal(await sharp(frames, { raw }).webp().toBuffer())).toBe('wrong_type');
  const png = await plain(32, 32).png().toBuffer();
  const animated = Buffer.concat([
    png.subarray(0, 33),
    Buffer.from('\0\0\0\x08acTL\0\0\0\0\0\0\0\0\0\0\0\0'),
    png.subarray(33),
  ]);
  expect(await refusal(animated)).toBe('wrong_type');
});

it('refuses what is broken or too small', async () => {
  const whole = await sharp(await plain(800, 600).png().toBuffer())
    .jpeg({ quality: 100 })
    .toBuffer();
  expect(await refusal(whole.subarray(0, whole.length / 3))).toBe('invalid');
  expect(await refusal(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(500)]))).toBe('invalid');
  expect(await refusal(await plain(15, 400).png().toBuffer())).toBe('invalid');
});

it('refuses more than 10 MB without reading on, and more than 40 megapixels without decoding', async () => {
  expect(await refusal(Buffer.alloc(maxPictureBytes + 1))).toBe('too_large');
  let sent = 0;
  const endless = (async function* () {
    for (;;) {
      sent += 1;
      yield Buffer.alloc(1024 * 1024);
    }
  })();
  expect(await refusal(endless)).toBe('too_large');
  expect(sent).toBe(11);
  expect(await refusal(await plain(8000, 5001).png({ compressionLevel: 9 }).toBuffer())).toBe('too_large');
});

it('leaves nothing behind when the disk refuses', async () => {
  const bytes = await plain(100, 100).png().toBuffer();
  await writeFile(join(folder, 'not-a-folder'), '');
  await expect(storePicture(bytes, createFolderStore(join(folder, 'not-a-folder')))).rejects.toMatchObject({
    code: 'EEXIST',
  });
  expect(await readdir(folder)).toEqual(['not-a-folder']);
});

it('asks the tenth at once to come back', async () => {
  const bytes = await plain(64, 64).png().toBuffer();
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => storePicture(bytes, store)));
  const refused = all.filter((one) => one.status === 'rejected');
  expect(refused.map((one) => (one.reason as Problem).code)).toEqual(['unavailable', 'unavailable']);
  await storePicture(bytes, store);
});

it('lets nobody wait for those whose pictures arrive slowly, as far as memory allows', async () => {
  const bytes = await plain(64, 64).png().toBuffer();
  const sent = Promise.withResolvers<void>();
  async function* slowly() {
    yield bytes.subarray(0, 50);
    await sent.promise;
    yield bytes.subarray(50);
  }
  const first = Array.from({ length: 8 }, () => storePicture(slowly(), store));
  await storePicture(Readable.from([bytes]), store);
  const others = Array.from({ length: 16 }, () => storePicture(slowly(), store).catch(() => 'refused'));
  await expect(storePicture(Readable.from([bytes]), store)).rejects.toMatchObject({ code: 'unavailable' });
  sent.resolve();
  await Promise.all([...first, ...others]);
});

it('removes a stored picture, and only that', async () => {
  const bytes = await plain(64, 64).png().toBuffer();
  const first = await storePicture(bytes, store);
  await storePicture(bytes, store);
  await removePicture(first.src, store);
  await removePicture('/media/city/oak.10x10.webp', store);
  await removePicture('/media/u/../../etc.10x10.webp', store);
  expect(await readdir(folder)).toHaveLength(2);
});

it('has the files and their folder on the disk before it answers', async () => {
  const synced: string[] = [];
  // Records calls to the operating system; the real call is made as well.
  const handle = await open(folder, 'r');
  const prototype = Object.getPrototypeOf(handle) as { sync: () => Promise<void>; fd: number };
  await handle.close();
  const sync = prototype.sync;
  prototype.sync = async function (this: { fd: number }) {
    synced.push(await readlink(`/proc/self/fd/${this.fd}`));
    await sync.call(this);
  };
  try {
    await storePicture(await plain(300, 200).jpeg().toBuffer(), store);
  } finally {
    prototype.sync = sync;
  }
  expect(synced.at(-1)).toBe(folder);
  const files = (await readdir(folder)).length;
  expect(files).toBeGreaterThan(1);
  expect(new Set(synced.slice(0, -1)).size).toBe(files);
});
