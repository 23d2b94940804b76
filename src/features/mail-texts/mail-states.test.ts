import { expect, it } from 'vitest';
import { statesOf } from './mail-states.ts';

it('walks back from the text of now through what each change replaced', () => {
  const change = (at: string, ...changes: [name: string, from: string][]) => ({
    at,
    by: null,
    isReset: false,
    changes: changes.map(([name, from]) => ({ name, from, to: 'whatever came' })),
  });
  const history = [
    change('3', ['subject', 'Second']),
    change('2'),
    change('1', ['text', 'Built in'], ['subject', 'First']),
  ];
  expect(statesOf({ value: { subject: 'Third', text: 'Own' }, history }).map(({ text }) => text)).toEqual([
    { subject: 'Third', text: 'Own' },
    { subject: 'Second', text: 'Own' },
    { subject: 'Second', text: 'Own' },
  ]);
  expect(statesOf({ value: { subject: 'a', text: 'b' }, history: [] })).toEqual([]);
});
