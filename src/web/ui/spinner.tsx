/** Shows that something is loading, in words as well. */
export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <p role="status" className="flex flex-col items-center gap-4 py-24 text-ink-soft">
      <span aria-hidden="true" className="spinner size-9 rounded-full border-4 border-line border-t-action" />
      {label}
      <noscript>This page needs JavaScript. Please turn it on in your browser.</noscript>
    </p>
  );
}
