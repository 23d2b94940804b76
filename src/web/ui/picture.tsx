/** Shows one of our pictures in its stored formats and widths, and any other address as it is. */
import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { pictureVariant, readPictureAddress, storedWidths } from '#shared/picture.ts';

interface PictureProps {
  src: string;
  /** '' for decoration. */
  alt: string;
  /** The `sizes` of an img: how wide it will be shown. */
  sizes: string;
  width?: number;
  height?: number;
  /**
   * The part that stays visible when the picture is cropped (object-cover), in percent from the left and the
   * top.
   */
  focus?: [number, number] | null;
  /**
   * For pictures above the fold, which are loaded at once: 'high' is the page's largest and comes before all others, 'low' comes after it.
   * Without it, the picture is loaded once it comes near.
   */
  priority?: 'high' | 'low' | undefined;
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
      fetchPriority={priority ?? 'auto'}
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

/**
 * The page's policy forbids style attributes, so the focus is one of eleven steps in each direction
 * (picture-focus.css).
 */
function focusClasses([x, y]: [number, number]): string {
  const step = (percent: number) => Math.min(100, Math.max(0, Math.round(percent / 10) * 10));
  return `focus-x-${step(x)} focus-y-${step(y)}`;
}
