import { expect, test } from 'vitest';
import { matchPath } from './match-path.ts';

test.each([
  ['/', '/', {}],
  ['/', '/news', null],
  ['/news', '/news', {}],
  ['/news', '/news/', {}],
  ['/news', '/news//', {}],
  ['/news', '/News', null],
  ['/news', '/newsletter', null],
  ['/news/:slug', '/news', null],
  ['/news/:slug', '/news/', null],
  ['/news/:slug', '/news/a%2Fb', { slug: 'a%2Fb' }],
  ['/news/:slug', '/news/a/b', null],
  ['/business/:slug/suggest-change', '/business/tacos/suggest-change', { slug: 'tacos' }],
  ['/staff/*', '/staff', { '*': '' }],
  ['/staff/*', '/staff/', { '*': '' }],
  ['/staff/*', '/staff/people/1', { '*': 'people/1' }],
  ['/staff/*', '/staffed', null],
  ['/a.b', '/axb', null],
])('%s and %s', (path, pathname, params) => {
  expect(matchPath(path, pathname)).toEqual(params);
});
