import sprite from 'virtual:category-sprite';
import { clsx } from 'clsx';

/**
 * A category's drawing, in the color of the `tint-…` class around it. Hidden from screen readers: the name
 * stands beside it.
 */
export function CategoryGlyph({ icon, className }: { icon: string; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 96 96" className={clsx('shrink-0', className)}>
      <use href={`${sprite}#${icon}`} />
    </svg>
  );
}
