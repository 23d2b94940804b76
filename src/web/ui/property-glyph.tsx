import drawings from 'virtual:property-drawings';
import sprite from 'virtual:property-sprite';
import { clsx } from 'clsx';

const fromSprite = (icon: string) => `<use href="${sprite}#${encodeURIComponent(icon)}"/>`;

/**
 * The line drawing of a listing's property. Decoration: the name stands beside it. The server writes the drawing itself, which is
 * smaller than a request; a page that the browser draws takes it from the sprite. Taking a page over changes no inner HTML.
 */
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
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, and the icon is encoded
      dangerouslySetInnerHTML={{
        __html: import.meta.env.SSR && Object.hasOwn(drawings, icon) ? (drawings[icon] ?? '') : fromSprite(icon),
      }}
    />
  );
}
