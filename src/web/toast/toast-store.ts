/**
 * Holds one toast at a time (docs/product-rules.md#toasts). Any code may show one; the Toaster in the frame
 * draws it.
 */
interface ToastContent {
  title: string;
  text?: string | undefined;
  /** Reports a failure. */
  destructive?: boolean | undefined;
  /** A button, with the words for a screen reader that hears of it before it gets there. */
  action?: { label: string; alt: string; run: () => void } | undefined;
  /** Default toastMs. */
  ms?: number | undefined;
}

/** A toast stays this long (docs/product-rules.md#toasts). */
export const toastMs = 5000;

export interface ToastEntry extends ToastContent {
  id: number;
}

let current: ToastEntry | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

export function showToast(content: ToastContent): void {
  lastId++;
  current = { ...content, id: lastId };
  for (const listener of listeners) listener();
}

export function dismissToast(id: number): void {
  if (current?.id !== id) return;
  current = null;
  for (const listener of listeners) listener();
}

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): ToastEntry | null => current,
  readOnServer: (): ToastEntry | null => null,
};
