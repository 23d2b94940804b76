import { expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { forReader, type IssueLetter, layOutIssueHtml, layOutIssueText } from './lay-out-issue.ts';

const place = { city: aCity(), env: readEnv({ SITE_URL: 'https://oakbend.example' }) };
const letter: IssueLetter = {
  subject: 'Hello\r\nBcc: x@y.zz <b>',
  preheader: '',
  archiveUrl: null,
  blocks: [
    { type: 'text', key: 'a', html: '<p>See <a href="/events">what is on</a>.</p><img src="/media/u/a.webp" alt="">' },
    { type: 'button', key: 'b', label: 'Go & see', url: '/news' },
    { type: 'items', key: 'c', items: [] },
  ],
};

test('links and pictures lead to the site from wherever the mail is read', () => {
  const html = layOutIssueHtml(letter, place);
  expect(html).toContain('href="https://oakbend.example/events"');
  expect(html).toContain('src="https://oakbend.example/media/u/a.webp"');
  expect(html).toContain('href="https://oakbend.example/news"');
  expect(html).toContain('Go &#38; see');
  expect(html).not.toMatch(/(href|src)="\/|<b>|\r/);
});

test('each reader gets their own links, in both parts', () => {
  const links = { unsubscribeUrl: 'https://oakbend.example/u?token=a$&b', preferencesUrl: 'https://oakbend.example/p' };
  for (const part of [layOutIssueHtml, layOutIssueText]) {
    const mail = forReader(part(letter, place), links);
    expect(mail).toContain(links.unsubscribeUrl);
    expect(mail).toContain(links.preferencesUrl);
    expect(mail).not.toContain('%%');
    expect(mail).toContain('PO Box 100, San Antonio, TX 78200');
  }
});

test('a line of a list has its small picture with a description, a size and a whole address', () => {
  const item = { key: 'a', title: 'Parade', detail: '', text: '', path: '/events/parade' };
  const items = [
    { ...item, picture: { src: '/media/u/a.40x20.webp', alt: 'A "big" drum' } },
    { ...item, key: 'b', picture: null },
  ];
  const html = layOutIssueHtml({ ...letter, blocks: [{ type: 'items', key: 'c', items }] }, place);
  expect(html.match(/<img [^>]*>/g)).toEqual([
    expect.stringMatching(
      /src="https:\/\/oakbend\.example\/media\/u\/a\.40x20\.webp" alt="A &#34;big&#34; drum" width="120" height="90"/,
    ),
  ]);
  expect(html.match(/colspan="2"/g)).toHaveLength(1);
});

test('the text part reads like text', () => {
  const html =
    '<h2>Tea &amp; cake</h2><p>At <strong>3</strong><br>See <a href="https://a.example/">here</a></p><ul><li><p>one</p></li><li>two</li></ul>';
  const text = layOutIssueText({ ...letter, blocks: [{ type: 'text', key: 'a', html }] }, place);
  expect(text).toContain('Tea & cake\n\nAt 3\nSee here (https://a.example/)\n\n* one\n\n* two');
});
