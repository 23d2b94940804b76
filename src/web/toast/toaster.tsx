import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { PlainToast } from './plain-toast.tsx';
import { toastStore } from './toast-store.ts';

const loadRegion = () => import('./toast-region.tsx').catch(() => ({ default: PlainToast }));
const ToastRegion = lazy(loadRegion);

/**
 * Loads the parts that draw toasts when somebody begins to use the page. Most visits never see a toast;
 * loading it only when one appears is too late for the toast that reports a lost connection.
 */
export function Toaster() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.read);
  const wanted = useRef(false);
  if (toast) wanted.current = true;
  useEffect(() => {
    const load = () => void loadRegion();
    addEventListener('focusin', load, { once: true });
    return () => removeEventListener('focusin', load);
  }, []);
  return wanted.current ? (
    <Suspense>
      <ToastRegion toast={toast} />
    </Suspense>
  ) : null;
}
