import { expect, it } from 'vitest';
import { leadOf } from './lead-of.ts';

it.each([
  ['<p>Bring a <b>chair</b>.</p><ul><li>Two</li></ul>', '<p>Bring a <b>chair</b>.</p>'],
  ['<p>See <a href="https://x.example">the agenda</a> first.</p>', '<p>See the agenda first.</p>'],
  ['<ul><li>One &amp; two</li><li>Three</li></ul>', '<p>One &amp; two Three</p>'],
  ['Plain text', '<p>Plain text</p>'],
  ['', ''],
  ['<p></p>', ''],
])('%s begins with %s', (html, lead) => {
  expect(leadOf(html)).toBe(lead);
});

it('cuts a long beginning between two words', () => {
  const lead = leadOf(`<p>${'neighbors '.repeat(100)}</p>`);
  expect(lead.length).toBeLessThan(420);
  expect(lead).toMatch(/neighbors …<\/p>$/);
});
