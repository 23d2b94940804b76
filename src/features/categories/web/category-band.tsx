import sprite from 'virtual:pattern-sprite';
import { type ReactNode, useId } from 'react';
import { drawnAs } from '#shared/drawn-categories.ts';
import { categoryPatterns } from '#web/art/patterns.ts';
import type { Tint } from '#web/ui/badge.tsx';
import { Container } from '#web/ui/layout.tsx';

const tilePx = 48;

/** The server writes the tile itself, which is smaller than a request; taking a page over changes no inner HTML. */
function tileOf(slug: string): string {
  const drawn = drawnAs(slug);
  if (import.meta.env.SSR) return categoryPatterns[drawn].paths.map((path) => `<path d="${path}"/>`).join('');
  return `<use href="${sprite}#${drawn}" width="${tilePx}" height="${tilePx}"/>`;
}

/** The band at the top of a category's page: its background color with its faint pattern. */
export function CategoryBand({ slug, tint, children }: { slug: string; tint: Tint; children: ReactNode }) {
  const id = useId();
  return (
    <div className={`tint-${tint} relative isolate border-b border-line bg-ground-deep`}>
      <svg
        aria-hidden="true"
        className="band-pattern absolute inset-0 -z-10 size-full fill-current text-[color:var(--tint-ink)]"
      >
        <pattern
          id={id}
          width={tilePx}
          height={tilePx}
          patternUnits="userSpaceOnUse"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing
          dangerouslySetInnerHTML={{ __html: tileOf(slug) }}
        />
        <rect width="100%" height="100%" fill={`url(#${id})`} />
      </svg>
      <Container className="pt-1 pb-4 lg:pt-5 lg:pb-14">{children}</Container>
    </div>
  );
}
