import { expect, test } from 'vitest';
import { checkValues, emptyForm } from './form-values.ts';
import { checkEdit, editedValues } from './kept-texts.ts';

test('lets a listing without description or address keep them empty, and nothing else', () => {
  const imported = { ...emptyForm, name: 'Figs', category: 'food' };
  const edited = { ...imported, phone: '210-555-0142' };
  expect(Object.keys(checkValues(edited))).toEqual(['description', 'address']);
  expect(checkEdit(edited, imported)).toEqual({});
  expect(editedValues(edited, imported)).toEqual({
    ...{ name: 'Figs', category: 'food', phone: edited.phone },
    email: '',
    website: '',
  });
  expect(checkEdit({ ...edited, description: 'Figs' }, imported)).toHaveProperty('description');
  const whole = { ...imported, description: 'Figs and ladders', address: '1 Elm' };
  expect(Object.keys(checkEdit({ ...whole, description: '', address: '' }, whole))).toEqual(['description', 'address']);
  expect(editedValues(whole, imported)).toMatchObject({ description: 'Figs and ladders', address: '1 Elm' });
});
