import type { CityPack } from '#server/city-pack.ts';
import type { UploadedPicture } from '#server/city-pack-schema.ts';
import { type Picture, readPictureAddress } from '#shared/picture.ts';

/**
 * A picture as pages get it, from the pack or uploaded by staff. Every used file is described:
 * `pack.pictures` was checked at start.
 */
export function pictureOf(pack: CityPack, file: string | UploadedPicture): Picture {
  if (typeof file !== 'string') {
    const { width, height } = readPictureAddress(file.src) ?? { width: 1600, height: 900 };
    return { ...file, width, height, focus: null };
  }
  const described = pack.pictures[file];
  const { width, height } = pack.pictureSizes[file] ?? { width: 1600, height: 900 };
  return {
    src: packPictureUrl(file, width, height),
    width,
    height,
    alt: described?.alt ?? '',
    focus: described?.focus ?? null,
  };
}

/**
 * '/media/city/el-prado.1600x700.svg', or .webp for photos: the size in the name lets pages reserve the
 * space.
 */
function packPictureUrl(file: string, width: number, height: number): string {
  const dot = file.lastIndexOf('.');
  const ending = file.endsWith('.svg') ? 'svg' : 'webp';
  return `/media/city/${file.slice(0, dot)}.${width}x${height}.${ending}`;
}
