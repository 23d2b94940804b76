import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { CategoryColor } from '#shared/city.ts';

export type Tint = CategoryColor;

/** Tint ground, dark text of the same hue. */
export function Badge({ tint, className, children }: { tint: Tint; className?: string; children: ReactNode }) {
  return (
    <span
      className={clsx(
        `tint-${tint}`,
        'tint-fill inline-block rounded-full px-2.5 py-0.5 text-14 font-semibold wrap-anywhere',
        className,
      )}
    >
      {children}
    </span>
  );
}

/** Premium is a quiet gold, never a shout. */
export function PremiumBadge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-block rounded-full border border-gold-line bg-gold-ground px-2.5 py-0.5 text-14 font-semibold text-gold">
      {children}
    </span>
  );
}
