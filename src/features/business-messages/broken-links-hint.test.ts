import { expect, it } from 'vitest';
import { brokenLinksHint } from './broken-links-hint.ts';

const siteUrl = 'https://oakbend.example';
const places = ['oak.example.com', 'rosa@mail.example'];

it('says nothing about what stays', () => {
  expect(brokenLinksHint('See oak.example.com/menu or https://oakbend.example/events', { places, siteUrl })).toBe('');
  expect(brokenLinksHint('Yes, from 8 a.m. to noon.', { places: [], siteUrl })).toBe('');
});

it('names what is changed, what stays, and why', () => {
  expect(brokenLinksHint('See other.example.', { places, siteUrl })).toBe(
    "The email may have other.example with spaces in it, so that nobody can click on it. Only oak.example.com, rosa@mail.example, and links to our site stay as you write them. Anybody may have typed the visitor's address, and we mail no other links to people we don't know.",
  );
  const many = brokenLinksHint('a.example b.example c.example d.example e.example', { places: [], siteUrl });
  expect(many).toContain('a.example, b.example, c.example, and 2 more with spaces');
  expect(many).toContain('names no website and no email');
});

it.each([
  ['Our menu.pdf', 'may'],
  ['Ask rosa.delgado', 'may'],
  ['menu.pdf or evil.com', 'may'],
  ['oak.com.example', 'may'],
  ['evil.com', 'will'],
  ['See Evil.org/menu.pdf?', 'will'],
  ['OAK.COM', 'will'],
  ['https://evil.example', 'will'],
  ['eve@mail.example', 'will'],
  ['Eve@Mail.Example', 'will'],
  ['www.Evil.Example', 'will'],
])('is no surer than the page can be: %s', (answer, how) => {
  expect(brokenLinksHint(answer, { places: [], siteUrl })).toContain(`The email ${how} have `);
});

it('takes no forgotten space for an address', () => {
  expect(brokenLinksHint('Yes, we are open.We have bread, baked by Rosa.Come!', { places, siteUrl })).toBe('');
});
