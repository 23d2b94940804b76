import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** false on the server and in the browser's first drawing, which must be the same; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
