import { expect, test } from 'vitest';
import { escapeMarkup } from './escape-markup.ts';

test('markup is escaped, what XML cannot hold is left out', () => {
  expect(escapeMarkup('a<b> & "c" \'d\' \u0000\u000b\uffff\ud800 é 🎆\n')).toBe(
    'a&#60;b&#62; &#38; &#34;c&#34; &#39;d&#39;  é 🎆\n',
  );
});
