/**
 * Keeps the last copy of /helpful-links for people without a connection: the numbers to call in a flood or a
 * power cut. It answers for this one page, and with the copy only when the site cannot be reached; every other
 * request goes to the network untouched. Why, and how to withdraw it: docs/decisions/0031-saved-copy.md.
 */
const page = '/helpful-links';
const storeName = 'helpful-links';
/** A connection that brings nothing in this time counts as none. */
const patienceMs = 4000;

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(fetch(page, { cache: 'no-cache' }).then(save));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate' && url.pathname === page) event.respondWith(answerPage(event));
  // Their names contain their hash, so a kept one is never outdated.
  else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request)));
  }
});

self.addEventListener('message', (event) => {
  if (event.data === 'forget') event.waitUntil(forget());
});

async function answerPage(event) {
  const asked = fetch(event.request);
  event.waitUntil(asked.then((answer) => save(answer.clone())).catch(() => undefined));
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs));
  const answer = await Promise.race([asked, late]).catch(() => undefined);
  if (answer !== undefined && answer.status < 500) return answer;
  return (await savedPage()) ?? asked;
}

/** Stores a good answer with the files that it names, and nothing else. */
async function save(answer) {
  // The page is gone for good: so is the copy.
  if (answer.status === 404 || answer.status === 410) return forget();
  if (answer.status !== 200 || answer.redirected) return;
  const html = await answer.clone().text();
  // Not the letters that English does without: they would be half as much again.
  const files = new Set(html.match(/\/assets\/(?![\w-]*latin-ext)[\w.-]+\.(?:css|js|woff2)\b/g));
  const store = await caches.open(storeName);
  const kept = new Set((await store.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [...files].filter((file) => !kept.has(file));
  await store.addAll(missing);
  await store.put(page, answer);
  const unused = [...kept].filter((path) => path !== page && !files.has(path));
  await Promise.all(unused.map((path) => store.delete(path)));
}

/** The copy, without notices that have ended since, under a line that says what it is. */
async function savedPage() {
  const answer = await (await caches.open(storeName)).match(page, { ignoreVary: true });
  if (answer === undefined) return undefined;
  const savedAt = new Date(answer.headers.get('date') ?? Date.now());
  const when = savedAt.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
  const line = `<p class="saved-copy" role="status">You seem to be offline. This is the copy of ${when}.</p>`;
  const html = (await answer.text())
    .replace(/<div class="town-notice"[^>]*data-until="([^"]+)"[^>]*>.*?<\/div>/g, (notice, until) =>
      Date.parse(until) > Date.now() ? notice : '',
    )
    .replace('<div id="root">', `${line}<div id="root">`);
  const headers = new Headers(answer.headers);
  // The browser has unpacked the text.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  return new Response(html, { headers });
}

async function forget() {
  await caches.delete(storeName);
  await self.registration.unregister();
}
