import { expect, it } from 'vitest';
import { differingParts, fieldChanges } from './field-changes.ts';

it('names the fields that differ by their labels, lists as lines', () => {
  const was = { phone: '0100', tags: ['a'], note: '', secret: 1 };
  const now = { phone: '0777', tags: ['a', 'b'], note: '', secret: 2 };
  expect(fieldChanges(was, now, { tags: 'Tags', phone: 'Phone', note: 'Note' })).toEqual([
    { text: 'Tags', from: 'a', to: 'a, b' },
    { text: 'Phone', from: '0100', to: '0777' },
  ]);
  expect(fieldChanges(was, now, { secret: 'Secret' }, (value) => `#${value}`)).toEqual([
    { text: 'Secret', from: '#1', to: '#2' },
  ]);
});

it('shows of a long text only what differs, with some words around it', () => {
  expect(differingParts('short', 'shorter')).toEqual(['short', 'shorter']);
  const text = (word: string) => `${'Before it. '.repeat(20)}We open at ${word} sharp. ${'After it. '.repeat(20)}`;
  expect(differingParts(text('nine'), text('ten'))).toEqual([
    '…Before it. We open at nine sharp. After it. After…',
    '…Before it. We open at ten sharp. After it. After…',
  ]);
  const [from, to] = differingParts('', 'new '.repeat(200));
  expect(from).toBe('');
  expect(to.length).toBeLessThan(210);
  expect(to.endsWith('…')).toBe(true);
});
