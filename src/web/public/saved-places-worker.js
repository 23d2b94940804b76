/**
 * Keeps what somebody saved for times without a connection: /saved and the page of each business on that list.
 * Every other page goes to the network untouched, and only when the site cannot be reached gets a page in its place that says so
 * and leads to what is kept. /helpful-links has a worker of its own. Why, and how to withdraw it: docs/decisions/0031-saved-copy.md.
 */
const storeName = 'saved-places';
const list = '/saved';
const listCall = '/api/saved';
/** The other worker's store and page. */
const numbers = { store: 'helpful-links', path: '/helpful-links' };
/** A connection that brings nothing in this time counts as none, for a page of which there is a copy. */
const patienceMs = 4000;
/** Copies that are younger are not asked for again when the list changes. */
const freshMs = 24 * 60 * 60 * 1000;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  // Without it every page would wait until the worker has started.
  event.waitUntil(self.registration.navigationPreload?.enable());
});

self.addEventListener('message', (event) => {
  if (Array.isArray(event.data?.keep)) event.waitUntil(keepInTurn(event.data.keep));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(answerPage(event, url));
  // Their names contain their hash, so a kept one is never outdated.
  else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request)));
  } else if (url.pathname === listCall) {
    event.respondWith(fetch(request).catch(async (error) => (await findKept(listCall)) ?? Promise.reject(error)));
  }
});

async function findKept(path) {
  return (await caches.open(storeName)).match(path, { ignoreVary: true });
}

async function answerPage(event, url) {
  const asked = Promise.resolve(event.preloadResponse).then((answer) => answer ?? fetch(event.request));
  // A list that somebody shared is another page than the own one.
  const copy = url.search === '' ? await findKept(url.pathname) : undefined;
  if (copy === undefined) return asked.catch(async (error) => (await offlinePage()) ?? Promise.reject(error));
  event.waitUntil(asked.then((answer) => renew(url.pathname, answer.clone())).catch(() => undefined));
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs));
  const answer = await Promise.race([asked, late]).catch(() => undefined);
  return answer !== undefined && answer.status < 500 ? answer : asCopy(copy);
}

async function renew(path, answer) {
  if (await findKept(path)) await store(path, answer);
}

/** One list after the other: of two that come at once, the later one counts. */
let keeping = Promise.resolve();
function keepInTurn(slugs) {
  keeping = keeping.then(() => keep(slugs)).catch(() => undefined);
  return keeping;
}

/** Makes the store hold the pages of these businesses and nothing else. */
async function keep(slugs) {
  const wanted = slugs.filter((slug) => typeof slug === 'string' && /^[a-z0-9-]{1,200}$/.test(slug)).slice(0, 60);
  if (wanted.length === 0) {
    await caches.delete(storeName);
    if (!(await caches.has(numbers.store))) await self.registration.unregister();
    return;
  }
  const places = wanted.map((slug) => `/business/${slug}`);
  const kept = await caches.open(storeName);
  for (const { url } of await kept.keys()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/business/') && !places.includes(pathname)) await kept.delete(pathname);
  }
  const call = await fetch(`${listCall}?list=${wanted.join(',')}`).catch(() => undefined);
  if (call?.ok) await kept.put(listCall, call);
  for (const path of [list, ...places]) {
    const copy = await kept.match(path, { ignoreVary: true });
    if (copy && Date.now() - madeAt(copy) < freshMs) continue;
    await store(path, await fetch(path, { cache: 'no-cache' })).catch(() => undefined);
  }
  await dropUnused(kept);
}

const madeAt = (answer) => Date.parse(answer.headers.get('date') ?? '') || 0;

/** The files that a page names, but for the letters that English does without: they would be half as much again. */
const filesIn = (html) => html.match(/\/assets\/(?![\w-]*latin-ext)[\w.-]+\.(?:css|js|woff2)\b/g) ?? [];

/** Keeps a good answer with its files. A page that is gone goes, one that has moved is left to its new address. */
async function store(path, answer) {
  const kept = await caches.open(storeName);
  if (answer.status === 404 || answer.status === 410) return void (await kept.delete(path));
  if (answer.status !== 200 || answer.redirected) return;
  const files = new Set(filesIn(await answer.clone().text()));
  for (const file of files) if (!(await kept.match(file))) await kept.add(file);
  await kept.put(path, answer);
}

async function dropUnused(kept) {
  const used = new Set();
  const files = [];
  for (const request of await kept.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/assets/')) files.push(pathname);
    else for (const file of filesIn(await (await kept.match(request, { ignoreVary: true })).text())) used.add(file);
  }
  for (const file of files) if (!used.has(file)) await kept.delete(file);
}

/** The copy, without notices that have ended since, under a line that says what it is. Its links are followed by the browser. */
async function asCopy(answer) {
  const when = new Date(madeAt(answer)).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
  const line = `<p class="saved-copy" role="status">You seem to be offline. This is the copy of ${when}.</p>`;
  const html = withoutOldNotices(await answer.text())
    .replace('<html ', '<html data-copy ')
    .replace('<div id="root">', `${line}<div id="root">`);
  return new Response(html, { headers: plainHeaders(answer) });
}

const withoutOldNotices = (html) =>
  html.replace(/<div class="town-notice"[^>]*data-until="([^"]+)"[^>]*>.*?<\/div>/g, (notice, until) =>
    Date.parse(until) > Date.now() ? notice : '',
  );

/** Without those that the browser has used up. */
function plainHeaders(answer) {
  const headers = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  return headers;
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const link = (address, text) => `<a href="${address}" class="inline-flex min-h-11 items-center">${escaped(text)}</a>`;
const call = (phone) => (phone ? `, ${link(`tel:${phone.replace(/[^\d+]/g, '')}`, phone)}` : '');
const item = (path, name, phone) => `<li>${link(path, name)}${call(phone)}</li>`;

/** In the frame of a kept page, so that it is the site's own. Without script, because no script belongs to this address. */
async function offlinePage() {
  const store = await caches.open(storeName);
  const [own, phones] = [await store.match(list), await caches.match(numbers.path, { cacheName: numbers.store })];
  const frame = own ?? phones;
  if (frame === undefined) return undefined;
  const called = await store.match(listCall);
  const places = called ? await called.json() : [];
  const kept = new Set((await store.keys()).map(({ url }) => new URL(url).pathname));
  const items = [
    phones ? item(numbers.path, 'Helpful links and emergency numbers') : '',
    own ? item(list, 'Your saved businesses') : '',
    ...places
      .filter(({ slug }) => kept.has(`/business/${slug}`))
      .map(({ slug, name, phone }) => item(`/business/${slug}`, name, phone)),
  ];
  const main = `<main id="main"><div class="mx-auto max-w-[66ch] px-4 py-10"><h1 class="text-34">You seem to be offline</h1><p class="mt-2">This page needs a connection. These are kept on this device:</p><ul class="mt-4">${items.join('')}</ul><p class="mt-6"><a href="" class="inline-flex min-h-11 items-center font-semibold">Try again</a></p></div></main>`;
  const html = withoutOldNotices(await frame.text())
    .replace(/<noscript>((?:<link [^>]*>)+)<\/noscript>/, '$1')
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<title>.*?<\/title>/s, '<title>You seem to be offline</title>')
    .replace(/<main\b.*<\/main>/s, () => main);
  return new Response(html, { status: 503, headers: plainHeaders(frame) });
}
