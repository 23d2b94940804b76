import type { ReactNode } from 'react';
import type { CategoryColor } from '#shared/city.ts';

export type Tint = CategoryColor;

/** Tinted background, dark text of the same hue. */
export function Badge({ tint, children }: { tint: Tint; children: ReactNode }) {
  return <span className={`badge tint-${tint} tint-fill`}>{children}</span>;
}

/** The premium badge, in a quiet gold. */
export function PremiumBadge({ children }: { children: ReactNode }) {
  return <span className="badge badge-gold">{children}</span>;
}
