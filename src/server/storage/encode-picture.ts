/**
 * Encodes one picture into the files that pages ask for: three widths, as AVIF and as WebP, without metadata.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureVariant, readPictureAddress, storedWidths } from '#shared/picture.ts';
import { loadSharp } from './load-sharp.ts';

/** The size of a good camera's photo; a larger limit would only cost memory. */
export const maxPixels = 40_000_000;

/**
 * AVIF: quality 46 looks like 50 and is a fifth smaller. Effort 2 takes a fifth of the time of the default 4
 * and makes files 1 to 3 % larger.
 */
const avif = { quality: 46, effort: 2 } as const;
const webp = { quality: 74, effort: 4 } as const;

/**
 * The encoders hold a whole picture, 35 MB a megapixel with transparency. What is much taller than a phone's screen is stored less
 * sharp: the browser shows it in the same size.
 */
const maxStoredPixels = 5_000_000;

export interface PictureSize {
  width: number;
  height: number;
}

/** Reads the header only. The size is that of the upright picture, whatever the camera's orientation says. */
export async function measurePicture(bytes: Buffer): Promise<PictureSize & { format: string; frames: number }> {
  const sharp = await loadSharp();
  const { autoOrient, format, pages } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
  return { ...autoOrient, format, frames: pages ?? 1 };
}

/** '{name}.{width}x{height}': the beginning of a picture's file names and of its address. */
export function pictureStem(name: string, { width, height }: PictureSize): string {
  return `${name}.${width}x${height}`;
}

/** Names of the files that `encodePicture` writes. */
export function encodedFiles(name: string, size: PictureSize): string[] {
  return variants(name, size).map(({ file }) => file);
}

function variants(name: string, size: PictureSize) {
  const address = readPictureAddress(`/media/${pictureStem(name, size)}.webp`);
  if (address === null) throw new Error(`'${name}' is not a valid name of a picture`);
  return storedWidths(size.width).flatMap((width) =>
    (['avif', 'webp'] as const).map((format) => ({
      width,
      format,
      file: pictureVariant(address, width, format).slice('/media/'.length),
    })),
  );
}

/** Writes the files into `folder`, one after the other. After a failure some of them may be there. */
export async function encodePicture(bytes: Buffer, folder: string, name: string, size: PictureSize): Promise<void> {
  const sharp = await loadSharp();
  for (const { width, format, file } of variants(name, size)) {
    const upright = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width, height: Math.floor(maxStoredPixels / width), fit: 'inside' });
    const encoded = await (format === 'avif' ? upright.avif(avif) : upright.webp(webp)).toBuffer();
    await writeFile(join(folder, file), encoded);
  }
}
