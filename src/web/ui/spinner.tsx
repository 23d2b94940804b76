import type { ReactNode } from 'react';

interface SpinnerProps {
  label?: string;
  /** Shown instead by a browser without script, where nothing will ever load. */
  withoutScript?: ReactNode;
}

/** Shows that something is loading, in words as well. */
export function Spinner({
  label = 'Loading...',
  withoutScript = 'This page needs JavaScript. Please turn it on in your browser.',
}: SpinnerProps) {
  return (
    <>
      <p role="status" className="flex flex-col items-center gap-4 py-24 text-ink-soft noscript:hidden">
        <span aria-hidden="true" className="spinner size-9 rounded-full border-4 border-line border-t-action" />
        {label}
      </p>
      <noscript>
        <div className="mx-auto grid max-w-xl gap-3 px-5 py-12 text-center">{withoutScript}</div>
      </noscript>
    </>
  );
}

/** In place of a whole page: the page's end stays below the screen, where nobody sees it move once the page is there. */
export const PageSpinner = (props: SpinnerProps) => (
  <div className="min-h-screen noscript:min-h-0">
    <Spinner {...props} />
  </div>
);
