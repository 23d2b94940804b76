import { expect, it } from 'vitest';
import { findMatterPages } from './town-matters.ts';
import type { TownText } from './town-text.ts';
import { askedWords } from './town-words.ts';

const titles = [
  'Bexar County',
  'Vehicle registration',
  'City hall',
  'City of Olmos Park',
  'Methodist emergency center',
];
const texts = titles.map(
  (title): TownText => ({ kind: 'page', title, href: `/${title}`, note: '', also: '', body: '' }),
);

const pagesFor = (search: string, isLoose = true) =>
  findMatterPages(texts, search, { known: new Set(search.split(' ')), isLoose }).pages.map((at) => titles[at]);

it.each([
  ...['election', 'voter registration', 'voter id', 'am i registered to vote'].map((asked) => [asked, 'Bexar County']),
  ['vehicle registration', 'Vehicle registration'],
  ['zip code', 'City hall'],
  ['speed limit', 'City hall'],
  ['urgent care', 'Methodist emergency center'],
])('%s is a matter of: %s', (asked, title) => {
  expect(pagesFor(asked)[0]).toBe(title);
});

it('sends nobody to the emergency center for urgent care where a business has it, nor with an animal', () => {
  expect(pagesFor('urgent care', false)).toEqual([]);
  expect(pagesFor('urgent care for my dog', false)).toEqual([]);
});

it('asks nothing about vehicles for the registration of a voter', () => {
  expect(askedWords('voter registration')).not.toContain('registration');
  expect(askedWords('vehicle registration')).toContain('registration');
});
