import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareTexts, compareWords, paragraphsOf } from './compare-texts.ts';

it('writes HTML as paragraphs, with what matters besides the words', () => {
  const html =
    '<h2>Parade</h2><p>Come &amp; <strong>see</strong> <a href="/events">it</a>.<br>Bring hats.</p><ul><li><p>Cake</p></li><li>Tea</li></ul><hr><img src="/media/u/a.1x1.webp" alt="A hat">';
  expect(paragraphsOf(html)).toEqual([
    '# Parade',
    'Come & see it (/events).',
    'Bring hats.',
    '• Cake',
    '• Tea',
    '———',
    '[Picture: A hat]',
  ]);
  expect(paragraphsOf('')).toEqual([]);
});

it('names the words that changed, and leaves other paragraphs alone', () => {
  const stretches = compareTexts(
    ['One.', 'The parade is on Saturday.', 'End.'],
    ['One.', 'The parade is on Sunday.', 'End.'],
  );
  expect(stretches).toEqual([
    { isChanged: false, parts: [{ kind: 'same', text: 'One.' }] },
    {
      isChanged: true,
      parts: [
        { kind: 'same', text: 'The parade is on ' },
        { kind: 'removed', text: 'Saturday.' },
        { kind: 'added', text: 'Sunday.' },
      ],
    },
    { isChanged: false, parts: [{ kind: 'same', text: 'End.' }] },
  ]);
});

it('gives both texts back, whatever they are', () => {
  const text = fc.array(fc.constantFrom('a', 'b', ' ', 'word', '\n'), { maxLength: 40 }).map((words) => words.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = compareWords(before, after);
      const of = (kind: string) =>
        parts
          .filter((part) => part.kind === 'same' || part.kind === kind)
          .map((part) => part.text)
          .join('');
      expect([of('removed'), of('added')]).toEqual([before, after]);
    }),
  );
});

it('does not try pair by pair what is too long for it', () => {
  const long = (word: string) => Array.from({ length: 3000 }, (_, n) => `${word}${n}`).join(' ');
  expect(compareWords(long('a'), long('b')).map(({ kind }) => kind)).toContain('removed');
});
