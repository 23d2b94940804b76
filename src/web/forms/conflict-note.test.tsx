import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ConflictNote } from './conflict-note.tsx';

const describe = (was: { name: string; phone: string }, now: { name: string; phone: string }) =>
  (['name', 'phone'] as const).flatMap((field) =>
    was[field] === now[field] ? [] : [{ text: field, from: was[field], to: now[field] }],
  );
const was = { name: 'Shopping', phone: '0100' };
const now = { ...was, name: 'Shops' };
const typed = { ...now, phone: '0777' };
const note = (over: { was: typeof was; now: typeof now } | null, refusal: string | null, value = typed) =>
  renderToStaticMarkup(
    <ConflictNote kept={{ over, value, discard: () => {} }} refusal={refusal} describe={describe} />,
  );

it('names who has changed what, and what is not saved yet', () => {
  const said = note({ was, now }, 'ada changed this just now. Yours is not saved yet.').replaceAll(/<[^>]+>/g, ' ');
  expect(said).toMatch(/ada changed this just now\..*name.*Shopping.*Shops.*Yours, not saved yet:.*phone.*0100.*0777/);
});

it('stays as long as the form shows both, also when the refusal is forgotten, and not without a change of others', () => {
  expect(note({ was, now }, null)).toContain('Somebody has changed this since. Yours is not saved yet.');
  expect(note(null, 'There are 50 synonyms already.')).toBe('');
});

it('goes once all that is typed is stored', () => {
  expect(note({ was, now }, 'ada changed this just now.', { ...now })).toBe('');
});
