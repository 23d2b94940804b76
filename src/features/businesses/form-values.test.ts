import { expect, test } from 'vitest';
import type { OpeningHours } from '#shared/opening-hours.ts';
import { checkValues, emptyForm, sentValues } from './form-values.ts';

const base = { ...emptyForm, name: 'Figs', phone: '311', email: 'a@example.com', website: '' };

test('the error messages of the fields', () => {
  expect(checkValues({ ...emptyForm, email: 'nobody', website: 'javascript:alert(1)' })).toEqual({
    name: 'Business name is required',
    description: 'Description must be at least 10 characters',
    category: 'Category is required',
    address: 'Address is required',
    email: 'Invalid email',
    website: 'Invalid URL',
  });
});

test('parts are named by where they are', () => {
  const errors = checkValues({
    ...emptyForm,
    hours: { tue: [['10:00', '10:00']] },
    closures: [{ from: '2026-02-02', to: '2026-02-01', note: '' }],
    socialLinks: { yelp: 'https://example.com' },
  });
  expect(errors).toMatchObject({
    'hours.tue': 'Opening and closing time must differ',
    'closures.0.to': 'The last day must not be before the first',
    'socialLinks.yelp': 'Please enter the address of your page on Yelp',
  });
});

test('hours that run into the next opening are refused at their day', () => {
  const hours = { mon: [['18:00', '09:00']], tue: [['09:00', '17:00']] } satisfies OpeningHours;
  expect(checkValues({ ...emptyForm, hours })).toMatchObject({
    'hours.mon': "Monday's hours run into Tuesday's. Did you mean 9:00 AM to 6:00 PM?",
  });
  expect(checkValues({ ...emptyForm, hours: { mon: [['18:00', '02:00']], tue: hours.tue } })).not.toHaveProperty(
    'hours.mon',
  );
});

test('a name with @ is the address of the page where names lead to one, and is refused elsewhere', () => {
  const links = { instagram: '@garciabakery', tiktok: '@garcia.bakery' };
  expect(
    checkValues({ ...base, description: 'Bread and pastry', category: 'food', address: '1 Elm', socialLinks: links }),
  ).toEqual({});
  expect(checkValues({ ...base, socialLinks: { ...links, yelp: '@garciabakery' } })).toMatchObject({
    'socialLinks.yelp': 'Please enter the address of your page on Yelp',
  });
});

test('a form in which no property is chosen does not send them; one that takes the last away does', () => {
  expect(sentValues(base, emptyForm)).not.toHaveProperty('properties');
  expect(sentValues({ ...base, properties: ['delivery'] }, emptyForm).properties).toEqual(['delivery']);
  expect(sentValues(base, { ...base, properties: ['delivery'] }).properties).toEqual([]);
});

test('empty extras are not sent, and the seven fields always are', () => {
  expect(Object.keys(sentValues(base, emptyForm)).sort()).toEqual([
    'address',
    'category',
    'description',
    'email',
    'name',
    'phone',
    'website',
  ]);
  const closed = { ...base, hours: { mon: [['09:00', '12:00'] as [string, string]] } };
  expect(sentValues(closed, emptyForm).hours).toEqual(closed.hours);
  expect(sentValues(base, closed).hours).toBeNull();
});
