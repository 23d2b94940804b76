import { expect, it } from 'vitest';
import { nameDoubt } from './name-doubt.ts';

it.each([
  ['(210) 555-0188', 'This looks like a phone number. Is it the name?'],
  ['desk@oak.example', 'This looks like an email address. Is it the name?'],
  ['https://oak.example/menu', 'This looks like a web address. Is it the name?'],
  ['12 / 7', 'This has no letters. Is it the name?'],
])('asks about %s', (text, doubt) => expect(nameDoubt(text)).toBe(doubt));

it.each(['7-Eleven', 'Café 1912', 'Bo', 'oak.example Bakery'])('asks nothing about %s', (name) => {
  expect(nameDoubt(name)).toBe('');
});
