import { expect, test } from 'vitest';
import { browserHistory, type Prepare } from './browser-history.ts';
import type { HistoryEntry, Shown } from './location.ts';

/** A browser's window with a history of its own, as far as the router uses it. */
function aBrowser(from = '/') {
  const origin = 'http://site.example';
  const entries: { href: string; state: HistoryEntry | null }[] = [{ href: origin + from, state: null }];
  const left: string[] = [];
  let at = 0;
  let popped: (() => void) | undefined;
  const location = new Proxy({ origin, assign: (href: string) => left.push(href) } as unknown as Location, {
    get: (own, name) => Reflect.get(own, name) ?? Reflect.get(new URL(entries[at]?.href ?? ''), name),
  });
  const history = {
    get state() {
      return entries[at]?.state;
    },
    pushState: (state: HistoryEntry, _: string, path: string) => {
      at =
        entries.splice(at + 1, entries.length, { href: origin + path, state }).length > 0 ? at + 1 : entries.length - 1;
    },
    replaceState: (state: HistoryEntry, _: string, path: string) => {
      entries[at] = { href: origin + path, state };
    },
    go: (steps: number) => {
      at += steps;
      popped?.();
    },
  } as unknown as History;
  const window = {
    location,
    history,
    addEventListener: (_: string, listener: () => void) => {
      popped = listener;
    },
    removeEventListener: () => {
      popped = undefined;
    },
  } as unknown as Window;
  return { window, entries, left, history };
}

interface Opened {
  from?: string;
  prepare?: Prepare;
  hasPainted?: () => Promise<void>;
}

function openSite({ from = '/', prepare = () => undefined, hasPainted = async () => undefined }: Opened = {}) {
  const browser = aBrowser(from);
  const router = browserHistory(browser.window, prepare, hasPainted);
  const shown: Shown[] = [];
  const end = router.listen((next) => shown.push(next));
  const paths = () => shown.map(({ location, type }) => `${type} ${location.pathname}${location.search}`);
  return { ...browser, router, shown, paths, end };
}

test('a link adds an entry with a key and what it leaves for the page; back leads to the one before', async () => {
  const { router, shown, paths, entries } = openSite({ from: '/directory?search=a' });
  expect(router.shown()).toMatchObject({
    type: 'POP',
    location: { pathname: '/directory', key: 'default', state: null },
  });
  await router.navigate('/login', { state: { next: '/account' } });
  expect(shown[0]?.location).toMatchObject({ pathname: '/login', state: { next: '/account' } });
  expect(shown[0]?.location.key).not.toBe('default');
  await router.navigate(-1);
  expect(paths()).toEqual(['PUSH /login', 'POP /directory?search=a']);
  expect(shown[1]?.location).toMatchObject({ key: 'default', state: null });
  expect(entries.map(({ state }) => state?.steps)).toEqual([undefined, 1]);
});

test('a page in place of another adds none, and keeps the number of steps before it', async () => {
  const { router, paths, entries } = openSite();
  await router.navigate('/news');
  await router.navigate('/news/a', { replace: true });
  expect(paths()).toEqual(['PUSH /news', 'REPLACE /news/a']);
  expect(entries.map(({ href, state }) => [href, state?.steps])).toEqual([
    ['http://site.example/', undefined],
    ['http://site.example/news/a', 1],
  ]);
});

test("a query alone is for this page, and an empty one takes the page's away", async () => {
  const { router, paths } = openSite({ from: '/claim-business' });
  await router.navigate('?search=taco');
  await router.navigate('?');
  expect(paths()).toEqual(['PUSH /claim-business?search=taco', 'PUSH /claim-business']);
});

test('a page that is there is shown in the next frame; another once its script is, its address at once', async () => {
  const scripts = Promise.withResolvers<void>();
  const { router, shown, entries } = openSite({ prepare: (path) => (path === '/slow' ? scripts.promise : undefined) });
  await router.navigate('/fast');
  expect(shown).toHaveLength(1);
  const done = router.navigate('/slow');
  expect([shown.length, entries.at(-1)?.href]).toEqual([1, 'http://site.example/slow']);
  scripts.resolve();
  await done;
  expect(shown.at(-1)?.location.pathname).toBe('/slow');
});

test('of two pages on their way the later one is shown', async () => {
  const scripts = new Map(['/a', '/b'].map((path) => [path, Promise.withResolvers<void>()]));
  const { router, paths } = openSite({ prepare: (path) => scripts.get(path)?.promise });
  const both = [router.navigate('/a'), router.navigate('/b')];
  scripts.get('/b')?.resolve();
  await both[1];
  scripts.get('/a')?.resolve();
  await both[0];
  expect(paths()).toEqual(['PUSH /b']);
});

test('back while a page is on its way wins, and a script that fails does not keep its page away', async () => {
  const scripts = Promise.withResolvers<void>();
  const { router, paths } = openSite({ prepare: (path) => (path === '/slow' ? scripts.promise : undefined) });
  const slow = router.navigate('/slow');
  await router.navigate(-1);
  scripts.resolve();
  await slow;
  expect(paths()).toEqual(['POP /']);
  const broken = openSite({ prepare: () => Promise.reject(new Error('offline')) });
  await broken.router.navigate('/news');
  expect(broken.paths()).toEqual(['PUSH /news']);
});

test("another site, and a history that the browser refuses to write, are the browser's own to open", async () => {
  const { router, left, history, paths } = openSite();
  await router.navigate('https://elsewhere.example/x');
  history.pushState = () => {
    throw new Error('too often');
  };
  await router.navigate('/news');
  expect(left).toEqual(['https://elsewhere.example/x', 'http://site.example/news']);
  expect(paths()).toEqual([]);
});

test('nobody is told any more once the page listens no longer', async () => {
  const { router, end, paths } = openSite();
  end();
  await router.navigate('/news');
  expect(paths()).toEqual([]);
});

test('a page comes once the touch has been answered on the screen, but after back within the event', async () => {
  let paint = () => {};
  const { router, paths, history } = openSite({ hasPainted: () => new Promise((done) => (paint = done)) });
  const moved = router.navigate('/news');
  await Promise.resolve();
  expect(paths()).toEqual([]);
  paint();
  await moved;
  expect(paths()).toEqual(['PUSH /news']);
  history.go(-1);
  expect(paths()).toEqual(['PUSH /news', 'POP /']);
});
