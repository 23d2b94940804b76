import type { ReactNode } from 'react';

export interface PartKey {
  as: 'header' | 'footer';
  /** The data it shows. The part's HTML is reused as long as this is the same object. */
  of: object;
  /** Distinguishes the few looks that the same data may have. */
  variant: string;
}

let findDrawn: ((part: PartKey) => string | undefined) | null = null;

/** For the server: sets where to find the HTML of parts that were rendered before (app/pages/drawn-parts.ts). */
export function findDrawnPartsBy(find: (part: PartKey) => string | undefined): void {
  findDrawn = find;
}

interface DrawnPartProps extends PartKey {
  className: string;
  children: ReactNode;
}

/**
 * A part of the frame that is the same on many pages. The browser renders its children; the server inserts
 * the HTML it already has, which saves half of rendering a short page.
 */
export function DrawnPart({ as: Tag, of, variant, className, children }: DrawnPartProps) {
  const html = findDrawn?.({ as: Tag, of, variant });
  return html === undefined ? (
    <Tag data-part="" className={className}>
      {children}
    </Tag>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it was rendered from the same children
    <Tag data-part="" className={className} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
