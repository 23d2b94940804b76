import { expect, it } from 'vitest';
import { fillIn } from './fill-in.ts';

const values = { name: '{town} $& Ada', town: 'Olmos Park' };

it.each([
  ['Dear {name}, {town} thanks you. {town}!', 'Dear {town} $& Ada, Olmos Park thanks you. Olmos Park!'],
  ['{Name}, {street}, {constructor}, {} and { town }', '{Name}, {street}, {constructor}, {} and { town }'],
  ['', ''],
])('fills in %s', (text, filled) => expect(fillIn(text, values)).toBe(filled));
