import { expect, test } from 'vitest';
import { asFeedText, escapeMarkup } from './escape-markup.ts';

test('markup is escaped, what XML cannot hold is left out', () => {
  expect(escapeMarkup('a<b> & "c" \'d\' \u0000\u000b\uffff\ud800 é 🎆\n')).toBe(
    'a&#60;b&#62; &#38; &#34;c&#34; &#39;d&#39;  é 🎆\n',
  );
});

test('shows a title in a feed as it was typed, whether a reader takes it for text or for HTML', () => {
  expect(asFeedText('Fish & chips, 5 < 6')).toBe('Fish & chips, 5 &lt; 6');
  expect(asFeedText('<svg onload=alert(1)> &lt;b&gt; &#60;')).toBe(
    '&lt;svg onload=alert(1)&gt; &amp;lt;b&amp;gt; &amp;#60;',
  );
  expect(asFeedText('a\u0000b')).toBe('ab');
});
