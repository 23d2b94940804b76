import type { ReactNode } from 'react';

/** At the top of the screen the header would cover it. */
function takeFocus(box: HTMLDivElement | null) {
  box?.focus({ preventScroll: true });
  box?.scrollIntoView({ block: 'center' });
}

/**
 * Says that a form was sent, in the form's place. It takes the focus: the page is shorter without the form, and a phone
 * would show the footer alone.
 */
export function SentNotice({ children }: { children: ReactNode }) {
  return (
    <div ref={takeFocus} tabIndex={-1} role="status" className="rounded-control bg-ground-deep p-5">
      {children}
    </div>
  );
}
