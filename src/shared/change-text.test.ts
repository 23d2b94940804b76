import { expect, it } from 'vitest';
import { changeText } from './change-text.ts';

it.each([
  ['1', '2', '1 → 2'],
  ['', '2', '2 (none before)'],
  ['1', '', 'none now (was 1)'],
  ['', '', 'none, as before'],
])('says from %j to %j', (before, after, text) => expect(changeText(before, after)).toBe(text));
