import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonItemReader, type JsonMember } from './read-json-items.ts';

function readIn(text: string, pieceLength: number) {
  const members: JsonMember[] = [];
  const reader = new JsonItemReader(['features'], (member) => members.push(member));
  const values: unknown[] = [];
  for (let at = 0; at < text.length; at += pieceLength) {
    for (const item of reader.push(text.slice(at, at + pieceLength))) values.push(item.value);
  }
  reader.end();
  return { values, members };
}

describe('JsonItemReader', () => {
  it('cuts any list into its entries, wherever the text is torn', () => {
    const indent = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.nat(9), indent, (features, other, torn, space) => {
        const text = JSON.stringify({ before: other, features, after: other }, null, space);
        const { values, members } = readIn(text, torn + 1);
        expect(JSON.stringify(values)).toBe(JSON.stringify(features));
        expect(members.map(({ value }) => JSON.stringify(value))).toEqual(Array(2).fill(JSON.stringify(other)));
      }),
    );
  });

  it('refuses any text that stops early', () => {
    const text = JSON.stringify({ a: [1, { b: 'x' }], features: [{ c: '"' }, 2] });
    for (let length = 0; length < text.length; length++) {
      expect(() => readIn(text.slice(0, length), 5)).toThrow(/cut off|broken/);
    }
  });
});
