/**
 * Makes copies of uploaded pictures for mails: many mail programs, Outlook among them, show neither WebP nor
 * AVIF.
 */
import { storedWidths } from '#shared/picture.ts';
import { maxPixels, type PictureSize, pictureStem } from './encode-picture.ts';
import type { FileStore } from './file-store.ts';
import { loadSharp } from './load-sharp.ts';

/** Twice the width of a mail's column, for high-density screens. */
const maxWidth = 1104;

const uploaded = /^\/media\/u\/([\w-]+)\.(\d+)x(\d+)\.webp$/;

/** The name of the file that `mailPicture` makes. */
export function mailFile(name: string, size: PictureSize): string {
  return `${pictureStem(name, size)}@${Math.min(maxWidth, size.width)}.jpg`;
}

/**
 * Returns the address of a JPEG of an uploaded picture and makes the file if it is missing. Returns `src`
 * itself when it is not an upload or its files are gone.
 */
export async function mailPicture(src: string, uploads: FileStore): Promise<string> {
  const match = uploaded.exec(src);
  if (match === null) return src;
  const name = match[1] ?? '';
  const size = { width: Number(match[2]), height: Number(match[3]) };
  const file = mailFile(name, size);
  try {
    const source = await uploads.localCopy(`${pictureStem(name, size)}@${storedWidths(size.width).at(-1)}.webp`);
    if (source === null) return src;
    const sharp = await loadSharp();
    const jpeg = sharp(source, { limitInputPixels: maxPixels })
      .resize({ width: maxWidth, withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80, mozjpeg: true });
    await uploads.put(file, await jpeg.toBuffer());
  } catch {
    return src;
  }
  return `/media/u/${file}`;
}
