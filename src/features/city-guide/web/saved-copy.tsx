import { useEffect, useState } from 'react';
import { activeWorker, answerOffline, stopAnsweringOffline } from '#web/offline-copies.ts';

const workerFile = '/helpful-links-worker.js';
const scope = '/helpful-links';
/** Set when somebody removed the copy: it is not made again until they ask for it. */
const refusedKey = 'no-saved-copy';

type State = 'unknown' | 'impossible' | 'saved' | 'removed';

function isRefused(): boolean {
  try {
    return localStorage.getItem(refusedKey) === '1';
  } catch {
    return true;
  }
}

/** @throws when the browser does not allow it, for example in a private window */
async function keepCopy(): Promise<void> {
  await activeWorker(workerFile, scope);
  void answerOffline();
}

async function removeCopy(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  registration?.active?.postMessage('forget');
  await registration?.unregister();
  await caches.delete('helpful-links');
  await stopAnsweringOffline();
}

/** Keeps this one page on the device, for when there is no connection, and says so. */
export default function SavedCopy() {
  const [state, setState] = useState<State>('unknown');
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return setState('impossible');
    if (isRefused()) {
      // A worker that was still answering when it was removed may have stored the page once more.
      void removeCopy();
      return setState('removed');
    }
    keepCopy().then(
      () => setState('saved'),
      () => setState('impossible'),
    );
  }, []);

  async function toggle() {
    if (state === 'saved') {
      localStorage.setItem(refusedKey, '1');
      await removeCopy();
      setState('removed');
    } else {
      localStorage.removeItem(refusedKey);
      await keepCopy().then(
        () => setState('saved'),
        () => setState('impossible'),
      );
    }
  }
  if (state === 'unknown' || state === 'impossible') return null;
  return (
    <p className="text-16 text-ink-soft">
      {state === 'saved'
        ? 'This page is saved on this device, so the numbers are here without a connection, too.'
        : 'This page is not saved on this device.'}{' '}
      <button type="button" className="min-h-11 font-semibold text-link underline" onClick={() => void toggle()}>
        {state === 'saved' ? 'Remove the copy' : 'Save a copy'}
      </button>
    </p>
  );
}
