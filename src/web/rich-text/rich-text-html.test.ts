import { expect, it } from 'vitest';
import { lostByEditor, withoutEmptyEnd } from './rich-text-html.ts';

it('holds what its toolbar makes', () => {
  const html =
    '<h2>a</h2><h3>b</h3><p>c <strong>d</strong> <em>e</em> <a href="/x">f</a><br>g</p><ul><li><p>h</p></li></ul><blockquote><p>i</p></blockquote><hr><img src="/media/u/a.1x1.webp" alt="">';
  expect(lostByEditor(html, { allowImages: true })).toEqual([]);
});

it('names what it would lose', () => {
  const html =
    '<table><tr><td>1</td></tr></table><p>H<sub>2</sub>O</p><figure><img src="/media/a.webp"></figure><abbr>x</abbr>';
  expect(lostByEditor(html, { allowImages: false })).toEqual([
    'a table',
    'lowered text',
    'a picture with a caption',
    'a picture',
    '<abbr>',
  ]);
});

it('cuts empty lines at the end only', () => {
  expect(withoutEmptyEnd('<p></p>')).toBe('');
  expect(withoutEmptyEnd('<p></p><p>a</p><p><br></p>\n<p> </p>')).toBe('<p></p><p>a</p>');
});
