import { expect, it } from 'vitest';
import { isCalm, urgentPages } from './emergencies.ts';
import { splitWords } from './phrases.ts';

/** Words of the title of the first page to call. */
const firstPage = (search: string, spelled: readonly string[] = search.split(' ')) =>
  urgentPages(search, new Set(spelled))[0]?.[0]?.words.join(' ') ?? null;

it.each([
  ['my husband cant breathe', 'emergency'],
  ['she isn’t breathing!!', 'emergency'],
  ['kid drank bleach', 'poison'],
  ['mi hijo se tragó una pila', 'poison'],
  ['I’m so depressed', 'suicide crisis'],
  ['se quiere matar', 'suicide crisis'],
  ['huele a gas', 'outage gas leak'],
])('%s is answered by the page of %s', (search, title) => {
  expect(firstPage(search)).toBe(title);
});

it('names each danger that is there, the greatest first', () => {
  const named = urgentPages('my son took too many pills and is not breathing', new Set());
  expect(named.length).toBeGreaterThan(1);
  expect(named[0]?.[0]?.words).toEqual(['emergency']);
});

it.each(['stroke', 'fire', 'crash', 'accident'])('%s alone is a danger, and beside other things it is none', (noun) => {
  expect(firstPage(noun)).toBe('emergency');
  expect(firstPage(`help my mom ${noun}`)).toBe('emergency');
  expect(firstPage(`${noun} museum`)).toBeNull();
});

it('a person outweighs nothing else that is asked for: a lawyer, a class, an animal', () => {
  for (const search of ['lawyer for my son hit by a car', 'cpr training for unconscious people', 'my dog is choking'])
    expect([search, firstPage(search), isCalm(splitWords(search))]).toEqual([search, null, true]);
  // The alarm that sounds is the danger itself.
  expect(firstPage('smoke alarm going off')).toBe('emergency');
});

it('mends a slip, unless the word is one of its own', () => {
  expect(firstPage('unconcsious', [])).toBe('emergency');
  expect(firstPage('prison', ['prison'])).toBeNull();
  expect(firstPage('prison', [])).toBe('poison');
});
