import { expect, it } from 'vitest';
import { htmlToText, plainText } from './html-to-text.ts';

const marks = { item: '* ', heading: '# ', rule: '---', picture: (alt: string) => (alt ? `[${alt}]` : '') };
const text = (html: string) => htmlToText(html, marks);

it('puts blank lines between blocks and keeps the line ends of a paragraph', () => {
  expect(text('<h2>Tea</h2><p>At <b>3</b><br>sharp</p><p>Come.</p><hr><blockquote><p>Yes</p></blockquote>')).toBe(
    '# Tea\n\nAt 3\nsharp\n\nCome.\n\n---\n\nYes',
  );
  expect(text('<p>one\n line</p>\n<pre>two\nlines</pre>')).toBe('one line\n\ntwo\nlines');
});

it('marks list items, also when an editor wraps their text in paragraphs', () => {
  expect(text('<ul><li><p>Tea</p></li><li></li><li>Cake<ul><li>Plum</li></ul></li><li><p></p></li></ul>')).toBe(
    '* Tea\n\n* Cake\n\n* Plum',
  );
});

it('writes the address after the words of a link, and once when it is the words', () => {
  expect(text('<p><a class="x" href="/a?b=1&amp;c">see <i>it</i></a></p>')).toBe('see it (/a?b=1&c)');
  expect(text('<a href="https://a.example/">https://a.example/</a> <a href="/b"></a>')).toBe('https://a.example/ /b');
});

it('names pictures', () => {
  expect(text('<p>A</p><img src="/x" alt="Hat &amp; coat"><img src="/y" alt="">')).toBe('A\n\n[Hat & coat]');
});

it('decodes entities once, and leaves out what is no character', () => {
  expect(text('<p>&amp;lt; &#233;&#xe9; &apos;&nbsp;&#0;&#x110000;&unknown;</p>')).toBe("&lt; éé ' &unknown;");
  expect(text('&#57344;\ue000 a')).toBe('\ue000 a');
  expect(plainText('<p>Hello <b>you</b>, &lt;friend&gt;</p><p>Bye</p>')).toBe('Hello you, <friend> Bye');
});
