import { expect, it } from 'vitest';
import { readEnv } from '#server/env.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { type Letter, layOutLetter, oneLine } from './lay-out-letter.ts';

const env = readEnv({ SITE_URL: 'https://oakbend.example' });
const lay = (letter: Partial<Letter>) => layOutLetter(aCity(), env, { subject: 'Hello', parts: [], ...letter });

it('signs with the town and its postal address, in text and HTML', () => {
  const { text, html } = lay({ parts: ['Good morning.'] });
  expect(text).toBe('Good morning.\n\n-- \nOak Bend, TX\nPO Box 100, San Antonio, TX 78200\nhttps://oakbend.example\n');
  expect(html).toContain('Oak Bend, TX<br>PO Box 100, San Antonio, TX 78200');
});

it('has the look of the newsletter: the town on top, a white card, a button in its color, dark colors for dark screens', () => {
  const { html } = lay({ parts: [{ label: 'Open', url: 'https://oakbend.example/a' }] });
  const [head = '', card = ''] = html.split('class="card ink"');
  expect(head).toContain('>Oak Bend, TX</a>');
  expect(head).toContain('@media (prefers-color-scheme:dark)');
  expect(card).toMatch(/class="button"[^>]*><a [^>]*href="https:\/\/oakbend\.example\/a">Open<\/a>/);
});

it('adds the way out to bulk mail', () => {
  const { text, html } = lay({ unsubscribeUrl: 'https://oakbend.example/newsletter/unsubscribe?token=a' });
  expect(text).toContain('\nTo get no more of these emails:\nhttps://oakbend.example/newsletter/unsubscribe?token=a\n');
  expect(html).toContain('href="https://oakbend.example/newsletter/unsubscribe?token=a">Unsubscribe</a>');
});

it('wraps the text, and leaves links and line ends alone', () => {
  const link = `https://oakbend.example/${'x'.repeat(90)}`;
  const { text } = lay({ parts: ['word '.repeat(40).trim(), { label: 'Open', url: link }, { quote: 'a\r\nb\n\nc' }] });
  const lines = text.split('\n');
  expect(lines.filter((line) => line.length > 72)).toEqual([link]);
  expect(text).toContain('> a\n> b\n>\n> c');
});

it('shows what people wrote as text, never as HTML', () => {
  const bad = '<img src=x onerror="alert(1)">\'&';
  const { html } = lay({ parts: [bad, { quote: bad }, { facts: [['Name', bad]] }, { label: bad, url: `/"${bad}` }] });
  expect(html).not.toContain('<img');
  expect(html).not.toContain('"alert');
  expect(html).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;');
});

it('makes one line of a subject', () => {
  expect(lay({ subject: ' Hello\r\n\tBcc: x\u0000\u2028y ' }).subject).toBe('Hello Bcc: x y');
  expect(oneLine('Zoë  O’Brien')).toBe('Zoë O’Brien');
});
