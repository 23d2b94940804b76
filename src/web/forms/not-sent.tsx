import { useSyncExternalStore } from 'react';
import type { SaveState } from './save-state.ts';

function follow(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** The form may have been sent by Enter in a field, far from the button. */
const comeIntoSight = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'center' });

/** Stands beside the button of a form that is sent by that button alone, when the line was cut. */
export function NotSent({ save }: { save: SaveState }) {
  const isOffline = useSyncExternalStore(
    follow,
    () => !navigator.onLine,
    () => false,
  );
  if (save.kind === 'waiting' && save.why === 'offline') {
    return (
      <p ref={comeIntoSight} role="alert" className="rounded-control bg-danger-ground p-4 font-semibold text-danger">
        There is no connection. What you typed is kept in this browser: press the button again once you are back online.
      </p>
    );
  }
  return (
    <p role="status" className="rounded-control border border-gold-line bg-gold-ground p-4 text-16 empty:hidden">
      {isOffline ? 'You are offline just now. What you type is kept in this browser.' : null}
    </p>
  );
}
