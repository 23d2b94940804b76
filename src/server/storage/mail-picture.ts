/**
 * Makes copies of uploaded pictures for mails: many mail programs, Outlook among them, show neither WebP nor
 * AVIF.
 */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { storedWidths } from '#shared/picture.ts';
import { maxPixels, type PictureSize, pictureStem } from './encode-picture.ts';
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
 * @param folder DATA_DIR/uploads
 */
export async function mailPicture(src: string, folder: string): Promise<string> {
  const match = uploaded.exec(src);
  if (match === null) return src;
  const name = match[1] ?? '';
  const size = { width: Number(match[2]), height: Number(match[3]) };
  const file = mailFile(name, size);
  const source = join(folder, `${pictureStem(name, size)}@${storedWidths(size.width).at(-1)}.webp`);
  // Renamed into place, so that two requests at once never see half a file.
  const part = join(folder, `.new-${uuidv7()}`);
  try {
    const sharp = await loadSharp();
    const jpeg = sharp(source, { limitInputPixels: maxPixels })
      .resize({ width: maxWidth, withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80, mozjpeg: true });
    await writeFile(part, await jpeg.toBuffer(), { flush: true });
    await rename(part, join(folder, file));
  } catch {
    await rm(part, { force: true });
    return src;
  }
  return `/media/u/${file}`;
}
