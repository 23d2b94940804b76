import sprite from 'virtual:property-sprite';
import { clsx } from 'clsx';

/** The line drawing of a listing's property. Decoration: the name stands beside it. */
export function PropertyGlyph({ icon, className }: { icon: string; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={clsx('shrink-0', className)}
    >
      <use href={`${sprite}#${icon}`} />
    </svg>
  );
}
