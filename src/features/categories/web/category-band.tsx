import sprite from 'virtual:pattern-sprite';
import { type ReactNode, useId } from 'react';
import type { Tint } from '#web/ui/badge.tsx';
import { Container } from '#web/ui/layout.tsx';

const tilePx = 48;

/** The band at the top of a category's page: its background color with its faint pattern. */
export function CategoryBand({ slug, tint, children }: { slug: string; tint: Tint; children: ReactNode }) {
  const id = useId();
  return (
    <div className={`tint-${tint} relative isolate border-b border-line bg-ground-deep`}>
      <svg
        aria-hidden="true"
        className="band-pattern absolute inset-0 -z-10 size-full fill-current text-[color:var(--tint-ink)]"
      >
        <pattern id={id} width={tilePx} height={tilePx} patternUnits="userSpaceOnUse">
          <use href={`${sprite}#${slug}`} width={tilePx} height={tilePx} />
        </pattern>
        <rect width="100%" height="100%" fill={`url(#${id})`} />
      </svg>
      <Container className="pt-1 pb-4 lg:pt-5 lg:pb-14">{children}</Container>
    </div>
  );
}
