/**
 * Makes copies of uploaded pictures for mails: many mail programs, Outlook among them, show neither WebP nor
 * AVIF.
 */
import { storedWidths } from '#shared/picture.ts';
import { maxPixels, type PictureSize, pictureStem } from './encode-picture.ts';
import type { FileStore } from './file-store.ts';
import { loadSharp } from './load-sharp.ts';

/** Twice the size in the mail, and more, for high-density screens. A thumbnail is cropped to one shape, so that it weighs little. */
const mailSizes = {
  column: { width: 1104, height: undefined, quality: 80 },
  thumbnail: { width: 320, height: 240, quality: 72 },
} as const;
type MailPictureSize = keyof typeof mailSizes;

const uploaded = /^\/media\/u\/([\w-]+)\.(\d+)x(\d+)\.webp$/;

/** The name of the file that `mailPicture` makes. A thumbnail of a smaller picture has its own name, too. */
function mailFile(name: string, size: PictureSize, as: MailPictureSize): string {
  const { width } = mailSizes[as];
  return `${pictureStem(name, size)}@${as === 'column' ? Math.min(width, size.width) : width}.jpg`;
}

/** The names of all files that `mailPicture` makes. */
export const mailFiles = (name: string, size: PictureSize): string[] =>
  (Object.keys(mailSizes) as MailPictureSize[]).map((as) => mailFile(name, size, as));

/**
 * Returns the address of a JPEG of an uploaded picture and makes the file if it is missing. Returns `src`
 * itself when it is not an upload or its files are gone.
 */
export async function mailPicture(src: string, uploads: FileStore, as: MailPictureSize = 'column'): Promise<string> {
  const match = uploaded.exec(src);
  if (match === null) return src;
  const name = match[1] ?? '';
  const size = { width: Number(match[2]), height: Number(match[3]) };
  const file = mailFile(name, size, as);
  const { width, height, quality } = mailSizes[as];
  try {
    const source = await uploads.localCopy(`${pictureStem(name, size)}@${storedWidths(size.width).at(-1)}.webp`);
    if (source === null) return src;
    const sharp = await loadSharp();
    const jpeg = sharp(source, { limitInputPixels: maxPixels })
      .resize({ width, ...(height === undefined ? { withoutEnlargement: true } : { height, fit: 'cover' }) })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality, mozjpeg: true });
    await uploads.put(file, await jpeg.toBuffer());
  } catch {
    return src;
  }
  return `/media/u/${file}`;
}
