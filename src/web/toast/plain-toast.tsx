import { useEffect } from 'react';
import { dismissToast, type ToastEntry, toastMs } from './toast-store.ts';

/** Shows a toast's words when the real toast could not be loaded. */
export function PlainToast({ toast }: { toast: ToastEntry | null }) {
  useEffect(() => {
    if (toast === null) return;
    const timer = setTimeout(() => dismissToast(toast.id), toastMs);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div role="alert" className="fixed right-0 bottom-0 z-50 w-full max-w-md p-4">
      {toast ? (
        <div className="rounded-card border border-line bg-card p-4 text-ink shadow-lift">
          <p className="font-semibold">{toast.lines[0].title}</p>
          <p className="mt-0.5 text-16">{toast.lines[0].text}</p>
        </div>
      ) : null}
    </div>
  );
}
