import * as z from 'zod/mini';

/** A picture with its intrinsic size in px; the browser gets other widths and formats by its address (web/ui/picture.tsx). */
export const Picture = z.object({
  src: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  /** Percent from left and top of the part that must stay visible. */
  focus: z.nullable(z.tuple([z.number(), z.number()])),
});
export type Picture = z.infer<typeof Picture>;

/** Widths in px that every raster picture is stored in, as far as the original reaches. */
export const pictureWidths = [384, 768, 1600] as const;

/** '/media/city/el-prado.1600x700.svg': the size in the name lets pages reserve the room. */
const address = /^(\/media\/[\w./-]+?)\.(\d+)x(\d+)\.(webp|svg)$/;

export interface PictureAddress {
  /** Without size and ending. */
  base: string;
  width: number;
  height: number;
  format: 'webp' | 'svg';
}

/** null for an address that is not one of our own pictures. */
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

/** Stored widths of a raster picture: the fixed ones below its own, and its own up to the widest. */
export function storedWidths(width: number): number[] {
  const widest = Math.min(width, pictureWidths[pictureWidths.length - 1] ?? width);
  return [...pictureWidths.filter((fixed) => fixed < widest), widest];
}
