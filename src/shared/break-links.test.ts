import { expect, it } from 'vitest';
import { breakLinks, townPlace } from './break-links.ts';

const places = ['oak.example.com', 'facebook.com/oakbakery', 'rosa@mail.example', 'oakbend.example'];

it.each([
  'Book at oak.example.com/bridal or mail counter@oak.example.com.',
  'See https://www.oak.example.com/a-b/c_d.pdf?day=1&x=%20#top, please',
  'https://shop.oak.example.com (or http://oak.example.com/).',
  'Rosa@Mail.example, mailto:rosa@mail.example',
  'www.facebook.com/oakbakery and https://facebook.com/oakbakery/photos?x=1',
  'https://oakbend.example/business/oak',
  'Call (210) 555.0100 or 210-555-0100 at 6:30 p.m.',
])('keeps what belongs to the places: %s', (text) => {
  expect(breakLinks(text, { places })).toEqual({ text, broken: [] });
});

it.each([
  ['https://evil.example/x', 'https: //evil. example/x'],
  ['notoak.example.com', 'notoak. example. com'],
  ['oak.example.com.evil.example', 'oak. example. com. evil. example'],
  ['https://oak.example.com@evil.example/', 'https: //oak. example. com@evil. example/'],
  ['oak.example.com/https://evil.example', 'oak. example. com/https: //evil. example'],
  ['oak.example.com//evil.example', 'oak. example. com//evil. example'],
  ['oak.example.com\\@evil.example', 'oak. example. com\\@evil. example'],
  ['oak.example.com,evil.example', 'oak. example. com,evil. example'],
  ['ftp://oak.example.com', 'ftp: //oak. example. com'],
  ['javascript://oak.example.com', 'javascript: //oak. example. com'],
  ['facebook.com/evil', 'facebook. com/evil'],
  ['facebook.com/oakbakery2', 'facebook. com/oakbakery2'],
  ['facebook.com/oakbakery/../evil', 'facebook. com/oakbakery/../evil'],
  ['m.facebook.com/oakbakery', 'm. facebook. com/oakbakery'],
  ['eve@mail.example', 'eve@mail. example'],
  ['counter@facebook.com', 'counter@facebook. com'],
  ['me@evil.oak.example', 'me@evil. oak. example'],
  ['оak.example.com', 'оak. example. com'],
  ['oak.example.com\u200b.evil.example', 'oak. example. com\u200b.evil. example'],
])('breaks %s', (text, broken) => {
  expect(breakLinks(text, { places })).toEqual({ text: broken, broken: [text] });
});

it('breaks one beside one that it keeps, says each once, and all of them without places', () => {
  expect(breakLinks('oak.example.com, other.example. Or other.example!', { places })).toEqual({
    text: 'oak.example.com, other. example. Or other. example!',
    broken: ['other.example'],
  });
  expect(breakLinks('oak.example.com').broken).toEqual(['oak.example.com']);
});

it('knows the site by its host', () => {
  expect(townPlace('https://www.oakbend.example')).toBe('oakbend.example');
});
