import { expect, it } from 'vitest';
import { rightsOfPage } from './staff-pages.ts';

it.each([
  ['/staff', ['moderator']],
  ['/staff?kind=all', ['moderator']],
  ['/staff/people/1', ['administrator']],
  ['/staff/events/import', ['editor']],
  ['/staff/events/new?from=1', ['editor']],
  ['/staff/newsletter/subscribers', ['editor']],
  ['/staff/nothing', undefined],
  ['/staff/people/1/more', undefined],
])('%s is opened by %s', (address, rights) => {
  expect(rightsOfPage(address)).toEqual(rights);
});
