/**
 * Shows a toast for 5 seconds. A swipe of 50 px to the right dismisses it; F8 moves the focus to the region.
 */
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useMemo } from 'react';
import { toastSide } from './toast-side.ts';
import { dismissToast, type ToastEntry, toastMs } from './toast-store.ts';

const swipeThresholdPx = 50;

export default function ToastRegion({ toast }: { toast: ToastEntry | null }) {
  // Once for each toast: it stays where it appeared.
  const side = useMemo(() => (toast === null ? 'bottom' : toastSide()), [toast]);
  return (
    <Toast.Provider duration={toastMs} swipeDirection="right" swipeThreshold={swipeThresholdPx}>
      {toast ? (
        <Toast.Root
          key={toast.id}
          onOpenChange={(open) => {
            if (!open) dismissToast(toast.id);
          }}
          duration={toast.ms ?? toastMs}
          type={toast.destructive ? 'foreground' : 'background'}
          className={clsx(
            'toast flex items-start gap-3 rounded-card border p-4 shadow-lift',
            toast.destructive ? 'border-danger bg-danger-ground text-danger' : 'border-line bg-card text-ink',
          )}
        >
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
            {toast.text ? <Toast.Description className="mt-0.5 text-16">{toast.text}</Toast.Description> : null}
          </div>
          {toast.action ? (
            <Toast.Action
              altText={toast.action.alt}
              className="-my-2 min-h-11 shrink-0 rounded-control px-3 font-semibold text-link underline"
              onClick={toast.action.run}
            >
              {toast.action.label}
            </Toast.Action>
          ) : null}
          <Toast.Close aria-label="Close" className="-m-2 grid size-11 place-items-center rounded-control">
            <X aria-hidden="true" size={18} />
          </Toast.Close>
        </Toast.Root>
      ) : null}
      <Toast.Viewport
        className={clsx('fixed right-0 z-50 flex w-full max-w-md flex-col p-4', side === 'top' ? 'top-0' : 'bottom-0')}
      />
    </Toast.Provider>
  );
}
