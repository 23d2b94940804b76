/** Pages that stay on the device for times without a connection (docs/decisions/0031-saved-copy.md). */

const workerFile = '/saved-places-worker.js';
const storeName = 'saved-places';

/** @throws when the browser does not allow it, for example in a private window */
export async function activeWorker(file: string, scope: string): Promise<ServiceWorker> {
  const registration = await navigator.serviceWorker.register(file, { scope });
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  if (worker === null) throw new Error('the browser has made no worker');
  if (worker.state === 'activated') return worker;
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('the copy could not be made'));
    });
  });
  return worker;
}

/** Keeps the pages of these businesses and drops those of others. Where the browser does not allow it, nothing is kept. */
export async function keepSavedPlaces(slugs: readonly string[]): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    if (slugs.length === 0 && !(await caches.has(storeName))) return;
    (await activeWorker(workerFile, '/')).postMessage({ keep: slugs });
  } catch {
    // The list itself is kept all the same.
  }
}

/** So that other pages say what is kept, once anything is. */
export const answerOffline = (): Promise<unknown> => activeWorker(workerFile, '/').catch(() => undefined);

/** For when nothing else is kept. */
export async function stopAnsweringOffline(): Promise<void> {
  if (await caches.has(storeName)) return;
  await (await navigator.serviceWorker.getRegistration('/'))?.unregister();
}
