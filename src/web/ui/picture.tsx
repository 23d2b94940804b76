/** A picture of ours in the formats and widths that are stored; any other address as it is. */
import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { pictureVariant, readPictureAddress, storedWidths } from '#shared/picture.ts';

interface PictureProps {
  src: string;
  /** '' for a picture that only decorates. */
  alt: string;
  /** As for an img: how wide it will be shown. */
  sizes: string;
  width?: number;
  height?: number;
  /** Percent from left and top of the part that stays visible where the picture is cropped (object-cover). */
  focus?: [number, number] | null;
  /** Above the fold: loaded at once, before the pictures that are not. */
  priority?: boolean;
  className?: string;
  onError?: ComponentProps<'img'>['onError'];
}

export function Picture({ src, alt, sizes, width, height, focus, priority, className, onError }: PictureProps) {
  const address = readPictureAddress(src);
  const image = (
    <img
      src={src}
      alt={alt}
      width={address?.width ?? width}
      height={address?.height ?? height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding={priority ? 'sync' : 'async'}
      className={clsx(focus && focusClasses(focus), className) || undefined}
      onError={onError}
    />
  );
  if (address === null || address.format === 'svg') return image;
  const sources = (format: 'avif' | 'webp') =>
    storedWidths(address.width)
      .map((stored) => `${pictureVariant(address, stored, format)} ${stored}w`)
      .join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={sources('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sources('webp')} sizes={sizes} />
      {image}
    </picture>
  );
}

/** Style attributes are forbidden by the page's policy, so the focus is one of eleven steps each way (picture-focus.css). */
function focusClasses([x, y]: [number, number]): string {
  const step = (percent: number) => Math.min(100, Math.max(0, Math.round(percent / 10) * 10));
  return `focus-x-${step(x)} focus-y-${step(y)}`;
}
