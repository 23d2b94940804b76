import type { ReactNode } from 'react';
import type { CategoryColor } from '#shared/city.ts';

export type Tint = CategoryColor;

/** Tint ground, dark text of the same hue. */
export function Badge({ tint, children }: { tint: Tint; children: ReactNode }) {
  return <span className={`badge tint-${tint} tint-fill`}>{children}</span>;
}

/** Premium is a quiet gold, never a shout. */
export function PremiumBadge({ children }: { children: ReactNode }) {
  return <span className="badge badge-gold">{children}</span>;
}
