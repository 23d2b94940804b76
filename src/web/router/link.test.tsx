import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isForBrowser, markFollowed } from './follow.ts';
import { Link, NavLink } from './link.tsx';
import { StaticRouter, useLocation, useSearchParams } from './router.tsx';

const drawn = (at: string, part: ReactNode) => renderToStaticMarkup(<StaticRouter at={at}>{part}</StaticRouter>);

test('a link is plain HTML', () => {
  expect(drawn('/', <Link to="/news?a=b#c" replace state={{ next: '/' }} className="x" />)).toBe(
    '<a href="/news?a=b#c" class="x"></a>',
  );
});

test.each([
  ['/staff', false, true],
  ['/staff/people', false, true],
  ['/staffed', false, false],
  ['/staff/people', true, false],
  ['/staff', true, true],
])('at %s the link to /staff (the page alone: %s) is marked: %s', (at, end, isMarked) => {
  const html = drawn(at, <NavLink to="/staff" end={end} className={({ isActive }) => (isActive ? 'on' : 'off')} />);
  expect(html).toBe(
    isMarked ? '<a aria-current="page" href="/staff" class="on"></a>' : '<a href="/staff" class="off"></a>',
  );
});

test('parts read path and query, and one outside of a router says so', () => {
  const Where = () => `${useLocation().pathname} ${useSearchParams()[0].get('q')}`;
  expect(drawn('/news?q=a%20b', <Where />)).toBe('/news a b');
  expect(() => renderToStaticMarkup(<Where />)).toThrow('outside of a router');
});

test('leaves other buttons, modifier keys, targets and origins to the browser', () => {
  const plain = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };
  const link = { target: '', origin: 'http://site.example', hasAttribute: () => false } as unknown as HTMLAnchorElement;
  const follows = (event: object, more: object = {}) => !isForBrowser({ ...plain, ...event }, { ...link, ...more });
  const dataset: DOMStringMap = {};
  Object.assign(globalThis, {
    window: { location: { origin: 'http://site.example' } },
    document: { documentElement: { dataset } },
  });
  try {
    expect([follows({}), follows({}, { target: '_self' })]).toEqual([true, true]);
    for (const event of [{ button: 1 }, { metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }]) {
      expect(follows(event)).toBe(false);
    }
    expect(follows({}, { target: '_blank' })).toBe(false);
    expect(follows({}, { hasAttribute: () => true })).toBe(false);
    expect(follows({}, { origin: 'https://elsewhere.example' })).toBe(false);
    // A copy that the device has kept.
    dataset.copy = '';
    expect(follows({})).toBe(false);
  } finally {
    Reflect.deleteProperty(globalThis, 'window');
    Reflect.deleteProperty(globalThis, 'document');
  }
});

test('a link that is followed is marked until its page is there', async () => {
  const link = { dataset: {} as DOMStringMap };
  const { promise, resolve } = Promise.withResolvers<void>();
  markFollowed(link, promise);
  expect(link.dataset).toEqual({ followed: '' });
  resolve();
  await promise;
  await expect.poll(() => link.dataset).toEqual({});
});
