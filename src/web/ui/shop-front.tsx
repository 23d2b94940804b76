import addressOf from 'virtual:place-files';
import { clsx } from 'clsx';
import { drawnAs } from '#shared/drawn-categories.ts';

/**
 * A place of business under oaks, in the color of the `tint-…` class around it: the picture of a business without a photo. What is
 * drawn depends on the category, because a plumber has no awning (scripts/drawing-files.ts).
 */
export function ShopFront({ category, className }: { category: string; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 640 400" className={clsx('dims', className)}>
      <use href={`${addressOf(drawnAs(category))}#place`} />
    </svg>
  );
}
