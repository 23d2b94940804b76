import { expect, it } from 'vitest';
import { adState, bannerOfMinute, clickRate } from './ad-state.ts';
import { AdForm } from './staff-contract.ts';

it.each([
  [{ startsOn: null, endsOn: null }, 'running'],
  [{ startsOn: '2026-07-04', endsOn: '2026-07-04' }, 'running'],
  [{ startsOn: '2026-07-05', endsOn: null }, 'planned'],
  [{ startsOn: null, endsOn: '2026-07-03' }, 'ended'],
  [{ startsOn: '2026-07-05', endsOn: null, active: false }, 'paused'],
  [{ startsOn: null, endsOn: '2026-07-03', active: false }, 'ended'],
])('on July 4, %j is %s', (given, state) => {
  expect(adState({ active: true, ...given }, '2026-07-04')).toBe(state);
});

it('gives each banner as many minutes as it weighs', () => {
  const banners = [
    { name: 'a', weight: 3 },
    { name: 'b', weight: 1 },
  ];
  const first = [0, 1, 2, 3, 4, 5, 6, 7].map((minute) => bannerOfMinute(banners, minute)[0]?.name);
  expect(first.join('')).toBe('aaabaaab');
  expect(bannerOfMinute(banners, 3)).toHaveLength(2);
  expect(bannerOfMinute([], 3)).toEqual([]);
});

it('says how many of those who saw it came', () => {
  expect(clickRate({ views: 0, clicks: 0 })).toBeNull();
  expect(clickRate({ views: 240, clicks: 10 })).toBe('4.2 %');
});

const form = {
  slot: 'banner',
  title: 'Fresh bread',
  text: 'From six in the morning.',
  label: 'Visit',
  url: 'https://bakery.example.com/',
  imageUrl: null,
  imageAlt: '',
  weight: 1,
  startsOn: null,
  endsOn: null,
};

it.each([
  ['/contact', true],
  ['https://bakery.example.com/?a=1', true],
  ['//evil.example.com', false],
  ['/\\evil.example.com', false],
  ['javascript:alert(1)', false],
  ['https://user input', false],
  ['mailto:a@example.com', false],
  ['', false],
])('an ad may lead to %s: %s', (url, isGood) => expect(AdForm.safeParse({ ...form, url }).success).toBe(isGood));

it('shows only pictures that are kept here, and ends after it begins', () => {
  const fieldsOf = (given: object) =>
    AdForm.safeParse({ ...form, ...given }).error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(fieldsOf({ imageUrl: 'https://elsewhere.example/a.webp' })).toEqual(['imageUrl']);
  expect(fieldsOf({ imageUrl: '/media/u/0198c0de-0000-7000-8000-000000000000.800x400.webp' })).toEqual([]);
  expect(fieldsOf({ startsOn: '2026-07-05', endsOn: '2026-07-04' })).toEqual(['endsOn']);
  expect(fieldsOf({ weight: 11 })).toEqual(['weight']);
});
