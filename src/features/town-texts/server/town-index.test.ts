import { expect, test } from 'vitest';
import { readCityPack } from '#server/city-pack.ts';
import { findInTown, townIndex } from './town-index.ts';
import { townPages } from './town-pages.ts';
import type { TownText } from './town-text.ts';

const now = new Date('2026-11-20T12:00:00Z');

const market = (day: number): TownText => ({
  kind: 'event',
  title: 'Basin Farmers Market',
  href: `/events#${day}`,
  note: null,
  also: 'Basin Park',
  body: 'Fruit from the back of a truck. Dogs are welcome.',
  same: 'market',
  endsAt: Date.UTC(2026, 10, day, 18),
});
const plan: TownText = {
  kind: 'article',
  title: 'What the corridor plan means for shops',
  href: '/news/plan',
  note: null,
  also: '',
  body: 'Beside the farmers market the council spoke of sidewalks.',
};

const { helpfulLinks, ...pack } = await readCityPack('olmos-park');
const index = townIndex([market(19), market(21), market(24), plan, ...townPages({ ...pack, helpfulLinks })]);
const titles = (search: string, isTyping = false) =>
  findInTown(index, { search, isTyping, now }).map(({ text }) => text.title);

test.each(['whats happening tonight', "what's happening tonight", 'whats going on today', "when's trash day"])(
  '%j finds no text by its question word alone',
  (search) => {
    expect(titles(search)).not.toContain(plan.title);
  },
);

test.each(['elections', 'where do i vote', 'jury duty', 'birth certificate'])(
  '%j finds the county and no other page',
  (search) => {
    expect(titles(search)).toEqual(['Bexar County']);
  },
);

test('a page whose title was typed stands beside the pages of the matter', () => {
  expect(titles('sheriff jury duty')).toEqual(expect.arrayContaining(['Bexar County', 'Bexar County Sheriff']));
});

test('a question for the events of a day has those of that day below the page of all events, and none that is over', () => {
  const on = (title: string, day: number): TownText => ({
    ...market(day),
    title,
    same: title,
    day: `2026-11-${day}`,
  });
  const dated = townIndex([
    on('Porch concert', 20),
    { ...on('Breakfast of the volunteers', 20), endsAt: now.getTime() - 1 },
    on('Story hour', 21),
    ...townPages({ ...pack, helpfulLinks }),
  ]);
  const found = (search: string, days: string[]) =>
    findInTown(dated, { search, days, isTyping: false, now }).map(({ text }) => text.title);
  expect(found('whats happening tonight', ['2026-11-20']).slice(0, 2)).toEqual(['Events', 'Porch concert']);
  expect(found('whats happening tonight', ['2026-11-20'])).not.toContain('Breakfast of the volunteers');
  expect(found('things to do this weekend', ['2026-11-21', '2026-11-22']).slice(0, 2)).toEqual([
    'Events',
    'Story hour',
  ]);
  expect(found('things to do this weekend', ['2026-11-21', '2026-11-22'])).not.toContain('Porch concert');
  for (const title of ['Porch concert', 'Story hour'])
    expect(found('events tomorrow', ['2026-11-19'])).not.toContain(title);
  // Where no day is said, the next ones.
  for (const search of ['whats on', "what's on", 'what is going on'])
    expect(found(search, []).slice(0, 3)).toEqual(['Events', 'Porch concert', 'Story hour']);
  expect(found('whats on el prado', [])).not.toContain('Porch concert');
  expect(found('trash pickup today', ['2026-11-20'])).not.toContain('Porch concert');
});

test.each([
  ['police non emergency', 'Police, non-emergency'],
  ['police non emergency number at night', 'Police, non-emergency'],
  ['trash pickup', 'Trash, recycling and brush'],
  ['when is garbage day', 'Trash, recycling and brush'],
  ['basura', 'Trash, recycling and brush'],
  ['power outage', 'CPS Energy: outages and gas leaks'],
  ['water bill', 'San Antonio Water System (SAWS)'],
  ['my water bill is wrong', 'San Antonio Water System (SAWS)'],
  ['liberry', 'Landa Branch Library'],
  ['register my car', 'Vehicle registration'],
  ['farmers market', 'Basin Farmers Market'],
  ['farmer market', 'Basin Farmers Market'],
  ['famers market', 'Basin Farmers Market'],
  ['add my business', 'Get Listed'],
  ['history of olmos park', 'History of Olmos Park'],
  ['the lights went out', 'CPS Energy: outages and gas leaks'],
  ['se fue la luz', 'CPS Energy: outages and gas leaks'],
  ['my son swallowed pills', 'Poison Help'],
  ['i want to hurt myself', 'Suicide & Crisis Lifeline'],
  ['que dia pasa la basura', 'Trash, recycling and brush'],
  ['license plate renewal', 'Vehicle registration'],
  ['property tax bill', 'Bexar County Tax Assessor-Collector'],
])('%j is answered by %j first', (search, title) => {
  expect(titles(search)[0]).toBe(title);
});

test.each([
  ['report a barking dog', 'Police, non-emergency'],
  ['neighbor party too loud at 2am', 'Police, non-emergency'],
  ['building permit for a fence', 'City hall'],
  ['can i park my boat on the street', 'City hall'],
  ['multa de transito pagar', 'City hall'],
  ['se metieron a robar a mi casa', 'Emergency'],
  ['pothole on my street', 'San Antonio 311'],
  ['what school is my house zoned for', 'Alamo Heights ISD'],
  ['new water service', 'San Antonio Water System (SAWS)'],
  ['polise report', 'Police, non-emergency'],
])('%j is a matter of the town, and %j answers', (search, title) => {
  const [first] = findInTown(index, { search, isTyping: false, now });
  expect([first?.text.title, first?.isMatter]).toEqual([title, true]);
});

test.each([
  'dog training for a barking puppy class',
  'car makes noise when i brake',
  'gas station',
  'wooden train set',
  'birthday party place',
])('%j is no matter of the town', (search) => {
  const found = findInTown(index, { search, isTyping: false, now });
  expect(found.filter(({ isMatter }) => isMatter)).toEqual([]);
});

test.each([
  ['knocking down a wall inside the house who approves it', 'City hall'],
  ['how far from the property line can a storage building be', 'City hall'],
  // A phrase that may mean a business as well.
  ['lamp post flickering', 'San Antonio 311'],
])('%j has no phrase that is sure, and %j is meant where no listing answers', (search, title) => {
  const asked = (isLoose: boolean) => findInTown(index, { search, isTyping: false, now, isLoose });
  expect(asked(false).filter(({ isMatter }) => isMatter)).toEqual([]);
  const [first] = asked(true);
  expect([first?.text.title, first?.isMatter]).toEqual([title, true]);
});

test.each(['lawyer that makes house calls', 'help filing my income tax', 'roofing contractor', 'xqzwv kjhgf'])(
  '%j speaks for a kind of business or for nothing, and no page is guessed',
  (search) => {
    const found = findInTown(index, { search, isTyping: false, now, isLoose: true });
    expect(found.filter(({ isMatter }) => isMatter)).toEqual([]);
  },
);

test('a guess beside a kind of business in town needs more words that speak for it', () => {
  const search = 'gate smashed by a mower';
  const asked = (isOfKind: boolean) =>
    findInTown(index, { search, isTyping: false, now, isLoose: true, isOfKind }).filter(({ isMatter }) => isMatter);
  expect(asked(false).length).toBeGreaterThan(asked(true).length);
});

test('the numbers for nights and weekends answer beside the utility, and no event at night', () => {
  const nightOut: TownText = { ...plan, kind: 'event', title: 'National Night Out', body: '' };
  const found = findInTown(townIndex([nightOut, ...index.texts]), {
    search: 'water main break',
    isTyping: false,
    now,
  });
  expect(found.map(({ text }) => text.title)).toContain('At night and on weekends');
  expect(found.map(({ text }) => text.title)).not.toContain('National Night Out');
});

test('an event stands once, with its next time; what is over is left out', () => {
  const found = findInTown(index, { search: 'farmers market', isTyping: false, now });
  expect(found.filter(({ text }) => text.kind === 'event').map(({ text }) => text.href)).toEqual(['/events#21']);
  const later = findInTown(index, { search: 'farmers market', isTyping: false, now: new Date('2027-01-01') });
  expect(later.map(({ text }) => text.kind)).not.toContain('event');
});

test.each([
  ['santa and hot chocolate on the circle', 'Tree Lighting'],
  ['kids bike ride on saturday', 'Cycle at the Circle'],
  ['reading to kids at the bookstore', 'Story hour in two languages'],
])('an event is found by what happens there: %j', (search, title) => {
  const named = ['Tree Lighting', 'Cycle at the Circle', 'Story hour in two languages'];
  const events = named.map((each): TownText => ({ ...plan, kind: 'event', title: each, body: '' }));
  expect(findInTown(townIndex(events), { search, isTyping: false, now })[0]?.text.title).toBe(title);
});

test('to leave a car somewhere is no matter of leaves', () => {
  expect(titles('can i leave my rv parked on the street')).not.toContain('Trash, recycling and brush');
  expect(titles('bags of leaves at the curb')[0]).toBe('Trash, recycling and brush');
});

test('what only mentions the words stands behind and says so', () => {
  const found = findInTown(index, { search: 'sidewalks', isTyping: false, now });
  expect(found.map(({ text, isAbout }) => [text.title, isAbout])).toEqual([[plan.title, false]]);
});

test('the last word is a beginning only while somebody types', () => {
  expect(titles('farmers m', true)[0]).toBe('Basin Farmers Market');
  expect(titles('farmers ma', true)).toEqual(['Basin Farmers Market']);
  expect(titles('farm', true)[0]).toBe('Basin Farmers Market');
  expect(titles('farm')).toEqual([]);
  expect(titles('polic', true)[0]).toBe('Police, non-emergency');
});

test('a word that is spelled right is not taken for another', () => {
  const storyHour = { ...plan, title: 'Story hour', body: '' };
  const found = (known: string[]) =>
    findInTown(townIndex([storyHour]), { search: 'store hour', isTyping: false, now, known: new Set(known) });
  expect(found([])).toHaveLength(1);
  expect(found(['store'])).toEqual([]);
});

test.each(['', '  ', '?!', 'dentist', 'dentist open saturday', 'plumber now', 'the', '\u{1F600}', "'; drop"])(
  '%j finds nothing of the town',
  (search) => {
    expect(titles(search)).toEqual([]);
    expect(findInTown(townIndex([]), { search, isTyping: true, now })).toEqual([]);
  },
);

test.each([
  ['playground', true],
  ['swing set', true],
  ['public restroom', true],
  ['halloween', true],
  ['desfile de navidad', true],
  ['what is the town number', false],
  ['trash pickup', false],
  ['christmas events', false],
])('%j is answered by what is only near to it: %s', (search, isGuess) => {
  const [first] = findInTown(index, { search, isTyping: false, now });
  expect(first?.isGuess).toBe(isGuess);
});

test('a question that no phrase fits is answered by a guess', () => {
  const search = 'knocking down a wall inside the house who approves it';
  const [first] = findInTown(index, { search, isTyping: false, now, isLoose: true });
  expect([first?.text.title, first?.isGuess]).toEqual(['City hall', true]);
});
