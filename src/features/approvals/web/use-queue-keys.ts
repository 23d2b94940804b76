import { useLayoutEffect, useRef } from 'react';

interface QueueKeys {
  /** j and k move to the next and the previous entry. */
  onMove: (step: 1 | -1) => void;
  /** a and r act on the open entry. */
  onApprove: () => void;
  onReject: () => void;
}

/** Single-letter shortcuts, ignored while somebody types. */
export function useQueueKeys(keys: QueueKeys): void {
  const current = useRef(keys);
  useLayoutEffect(() => {
    current.current = keys;
  });
  useLayoutEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const target = event.target as HTMLElement;
      if (target.closest('input, textarea, select, dialog, [contenteditable]')) return;
      // An open dialog comes first, wherever the focus is.
      if (document.querySelector('dialog:modal')) return;
      const act: Record<string, () => void> = {
        j: () => current.current.onMove(1),
        k: () => current.current.onMove(-1),
        a: () => current.current.onApprove(),
        r: () => current.current.onReject(),
      };
      const chosen = act[event.key];
      if (chosen === undefined) return;
      event.preventDefault();
      chosen();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
