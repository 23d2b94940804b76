import { expect, it } from 'vitest';
import { emptyGaps, fillIn, gapHelp } from './fill-in.ts';

const values = { name: '{town} $& Ada', town: 'Olmos Park' };

it.each([
  ['Dear {name}, {town} thanks you. {town}!', 'Dear {town} $& Ada, Olmos Park thanks you. Olmos Park!'],
  ['{Name}, {street}, {constructor}, {} and { town }', '{Name}, {street}, {constructor}, {} and { town }'],
  ['{{name}} of {{ town }}', '{town} $& Ada of Olmos Park'],
  ['', ''],
])('fills in %s', (text, filled) => expect(fillIn(text, values)).toBe(filled));

it('names words in braces that stand for nothing, however they are written', () => {
  expect(emptyGaps('Call {towm} or {{business}}, {towm}.', values)).toBe(
    '{towm}, {{business}} would be sent as it stands, for nothing here has that name. Please write it out, or use {{name}} or {{town}}.',
  );
  expect(emptyGaps('Dear {name}, {{ town }} thanks you {}.', values)).toBeNull();
});

it('says what is filled in, with a whole sentence where name or business is not known', () => {
  const town = '{{town}}, {{phone}} and {{email}} with those of the town.';
  const business = '{{business}} with the name of the business';
  const help = (...known: string[]) => ['In an answer these are filled in: ', [...known, town].join('; ')].join('');
  expect(gapHelp({ name: true, business: true })).toBe(help('{{name}} with the sender’s name', business));
  expect(gapHelp({ name: false, business: true })).toBe(help(business));
  expect(gapHelp({ name: false, business: false })).toBe(help());
});
