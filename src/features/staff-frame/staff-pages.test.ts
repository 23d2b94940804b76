import { expect, it } from 'vitest';
import { menuPageOf, rightsOfPage } from './staff-pages.ts';

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

it.each([
  ['/staff', '/staff'],
  ['/staff/people/1', '/staff/people'],
  ['/staff/newsletter/settings', '/staff/newsletter'],
  ['/staff/settings', '/staff/settings'],
  ['/staff/categories', '/staff/settings'],
  ['/staff/properties', '/staff/settings'],
  ['/staff/mail-texts/claim-approved', '/staff/settings'],
  ['/staff/prices', '/staff/billing'],
])('%s stands below %s in the menu', (address, page) => {
  expect(menuPageOf(address)).toBe(page);
});
