import * as z from 'zod/mini';

/**
 * A picture with its own size in px. The browser gets other widths and formats by other addresses
 * (web/ui/picture.tsx).
 */
export const Picture = z.object({
  src: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  /** The part that must stay visible when the picture is cropped, in percent from the left and the top. */
  focus: z.nullable(z.tuple([z.number(), z.number()])),
});
export type Picture = z.infer<typeof Picture>;

/** Widths in px in which every raster picture is stored, up to its original width. */
const pictureWidths = [384, 768, 1600] as const;

/** '/media/city/el-prado.1600x700.svg': the size in the name lets pages reserve the space. */
const address = /^(\/media\/[\w./-]+?)\.(\d+)x(\d+)\.(webp|svg)$/;

interface PictureAddress {
  /** Without size and file type. */
  base: string;
  width: number;
  height: number;
  format: 'webp' | 'svg';
}

/** Null for an address that is not one of our own pictures. */
export function readPictureAddress(src: string): PictureAddress | null {
  const match = address.exec(src);
  if (match === null) return null;
  return {
    base: match[1] ?? '',
    width: Number(match[2]),
    height: Number(match[3]),
    format: match[4] as 'webp' | 'svg',
  };
}

/** The address of one stored width: '/media/city/creek.1500x940@384.avif'. */
export function pictureVariant(picture: PictureAddress, width: number, format: 'avif' | 'webp'): string {
  return `${picture.base}.${picture.width}x${picture.height}@${width}.${format}`;
}

/** The stored widths of a raster picture: the fixed widths below its own, then its own up to the widest. */
export function storedWidths(width: number): number[] {
  const widest = Math.min(width, pictureWidths[pictureWidths.length - 1] ?? width);
  return [...pictureWidths.filter((fixed) => fixed < widest), widest];
}
