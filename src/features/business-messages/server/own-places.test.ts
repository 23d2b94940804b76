import { expect, it } from 'vitest';
import { ownPlaces } from './own-places.ts';

it.each([
  ['https://www.Oak.example.com/menu', 'Rosa@mail.example', ['oak.example.com', 'Rosa@mail.example']],
  ['https://www.facebook.com/oakbakery/', null, ['facebook.com/oakbakery']],
  ['https://facebook.com/profile.php?id=17', null, ['facebook.com/profile.php?id=17']],
  ['https://sites.google.com/view/oak', null, ['sites.google.com/view/oak']],
  ['https://oak.wixsite.com/home', null, ['oak.wixsite.com']],
  ['https://bit.ly/', null, []],
  ['https://127.0.0.1/', null, []],
  [null, null, []],
])('of %s and %s are %j', (website, email, places) => {
  expect(ownPlaces({ status: 'approved', website, email })).toEqual(places);
});

it('are none as long as nobody has approved the listing', () => {
  expect(ownPlaces({ status: 'pending', website: 'https://oak.example.com', email: 'a@b.example' })).toEqual([]);
});
