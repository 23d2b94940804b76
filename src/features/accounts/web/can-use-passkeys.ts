import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Most browsers can, so the server draws the button and nothing moves when the page has loaded. */
export function useCanUsePasskeys(): boolean {
  return useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in window,
    () => true,
  );
}
