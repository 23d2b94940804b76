import type { ReactNode } from 'react';

export interface PartKey {
  as: 'header' | 'footer';
  /** What it shows: as long as this is the same object, so is the part. */
  of: object;
  /** Tells apart what it may look like otherwise; of a handful. */
  variant: string;
}

let findDrawn: ((part: PartKey) => string | undefined) | null = null;

/** For the server: where the HTML of parts is that were drawn before (app/drawn-parts.ts). */
export function findDrawnPartsBy(find: (part: PartKey) => string | undefined): void {
  findDrawn = find;
}

interface DrawnPartProps extends PartKey {
  className: string;
  children: ReactNode;
}

/**
 * A part of the frame that is the same on page after page. The browser draws its children; the server puts in the HTML that
 * it has of them, which is half of the drawing of a short page.
 */
export function DrawnPart({ as: Tag, of, variant, className, children }: DrawnPartProps) {
  const html = findDrawn?.({ as: Tag, of, variant });
  return html === undefined ? (
    <Tag data-part="" className={className}>
      {children}
    </Tag>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React drew it from the same children
    <Tag data-part="" className={className} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
