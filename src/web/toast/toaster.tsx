import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { PlainToast } from './plain-toast.tsx';
import { toastStore } from './toast-store.ts';

const loadRegion = () => import('./toast-region.tsx').catch(() => ({ default: PlainToast }));
const ToastRegion = lazy(loadRegion);

/**
 * The parts that draw toasts come when somebody begins to use the page: most visits never see any, and the toast that
 * tells of a lost connection could not come after it.
 */
export function Toaster() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.readOnServer);
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
