/** One word for one thing on every screen, and none that a newcomer has to guess at. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, it, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const screens = ['src/routes', 'src/features', 'src/web']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /^src\/(routes|web|features\/[^/]+\/web)\/.*\.tsx?$/.test(name) && !name.includes('.test.'))
  // Their texts are given with the product, to the letter.
  .filter((name) => !/^src\/routes\/(upgrade-cancelled|get-listed)\.tsx$/.test(name));

/** The text of elements, and what strings say; a lone word in lower case is a code. */
function textsOf(file: string, source: string): string[] {
  const found: string[] = [];
  const note = (text: string) => {
    const said = text.replace(/\s+/g, ' ').trim();
    if (/^[^a-z]|\s/.test(said)) found.push(said);
  };
  new Visitor({
    JSXText: ({ value }) => note(value),
    Literal: ({ value }) => {
      if (typeof value === 'string') note(value);
    },
    TemplateLiteral: ({ quasis }) => note(quasis.map(({ value }) => value.cooked ?? '').join('…')),
  }).visit(parseSync(file, source).program);
  return found;
}

const texts = screens.flatMap((file) =>
  textsOf(file, readFileSync(path.join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
);

const words: readonly [bad: RegExp, use: string][] = [
  [/\bcall(s|ed|ing)? (it |this event |this one |the change )?off\b/i, '“Cancel” an event, “Stop” a change'],
  [/\bcancelled\b/i, '“canceled”, as Americans write it'],
  [/\b(why is it|it is) off\b/i, '“canceled”'],
  [/\bthrow(s|n)? (it |this )?away\b/i, '“Discard”'],
  [/^leave out\b/i, '“Remove” a picture, “Skip” a date, “Do not import” a column'],
  [/\bits next times\b|\bsave this time\b/i, '“dates”: “Save this date”'],
  [/\bput into the calendar\b/i, '“Publish”, “Approve”'],
  [/^Looks like$/, '“Possible duplicates”'],
  [/\bmails to you go\b/i, 'who gets the mail, where'],
  [/\bcounts for nothing\b/i, 'what happens without it'],
  [/\btake the change back first\b/i, '“Stop the change”'],
];

test.each(words)('no screen says %s: %s', (bad) => {
  expect(texts.filter((text) => bad.test(text.slice(text.indexOf(': ') + 2)))).toEqual([]);
});

it('reads the text of elements, attributes and templates, and no codes', () => {
  const source = [
    "const state = 'cancelled';",
    "const tabs = ['cancelled', 'Cancelled'];",
    'const Part = ({ day }) => <Row label="Call off"> Leave out <b>{`Yes, call off ${day}`}</b></Row>;',
  ].join('\n');
  expect(textsOf('part.tsx', source).toSorted()).toEqual(['Call off', 'Cancelled', 'Leave out', 'Yes, call off …']);
  expect(screens.length).toBeGreaterThan(400);
});
