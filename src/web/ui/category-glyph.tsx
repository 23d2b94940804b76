import sprite from 'virtual:category-sprite';
import { clsx } from 'clsx';

/** A category's drawing, tinted by the `tint-…` class around it. Decoration: the name stands beside it. */
export function CategoryGlyph({ icon, className }: { icon: string; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 96 96" className={clsx('shrink-0', className)}>
      <use href={`${sprite}#${icon}`} />
    </svg>
  );
}
