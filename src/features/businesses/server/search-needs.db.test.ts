/** Needs and conditions are read as what they are: an allergy is no dish, a card no stationery, and a doctor for all is no children's doctor. */
import { beforeAll, describe, expect, it } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { categoryIdOf } from '#tests/factories/a-category.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { searchBusinesses } from './search-businesses.ts';

const database = testDatabase({ fresh: 'each-file' });

const town = {
  ...{ name: 'Elmton', region: 'TX', regionName: 'Texas', timeZone: 'UTC', center: { latitude: 29, longitude: -98 } },
  ...{ areaCode: '210', places: [] },
  properties: [
    { key: 'gluten-free', name: 'Gluten-free dishes', words: ['gluten free', 'celiac', 'sin gluten'] },
    { key: 'vegan', name: 'Vegan dishes', words: ['vegan'] },
    { key: 'vegetarian', name: 'Vegetarian dishes', words: ['vegetarian'] },
    { key: 'accepts-cards', name: 'Takes cards', words: ['credit cards', 'tarjeta'] },
    { key: 'wheelchair-accessible', name: 'Wheelchair accessible', words: ['wheelchair', 'silla de ruedas'] },
    { key: 'contactless', name: 'Contactless payment', words: ['apple pay'] },
    { key: 'walk-ins', name: 'Walk-ins welcome', words: ['walk ins'] },
    { key: 'free-estimates', name: 'Free estimates', words: ['free estimates'] },
    { key: 'outdoor-seating', name: 'Outdoor seating', words: ['patio', 'porch'] },
    { key: 'kid-friendly', name: 'Good for kids', words: ['kids'] },
  ],
};

const listings: [name: string, category: string, description: string, properties?: string[]][] = [
  ['Oak House Bakery', 'food-dining', 'Bread, and a cake that is not gluten free.', ['accepts-cards']],
  [
    'Lan’s Noodles',
    'food-dining',
    'A restaurant for pho.',
    ['gluten-free', 'vegan', 'vegetarian', 'wheelchair-accessible'],
  ],
  ['The Second Balloon', 'food-dining', 'A bar with peanuts on the house.', ['contactless', 'accepts-cards']],
  ['Nela’s', 'food-dining', 'Breakfast tacos.', ['accepts-cards', 'vegetarian']],
  ['Uncle Dub’s', 'food-dining', 'Barbecue by the pound.'],
  ['The Brass Pelican', 'shopping', 'A hardware store: every nut and bolt.'],
  ['Circle Clinic', 'medical-services', 'A family doctor for check-ups.', ['walk-ins']],
  ['Kite String Pediatrics', 'medical-services', 'Care from the first week on.'],
  ['Two Elms Dental', 'medical-services', 'A dentist.'],
  ['Carriage Return Copy', 'professional-services', 'A copywriter: letters, menus and speeches.'],
  ['Notary on the Corner', 'professional-services', 'Notary, copies, passport pictures.'],
  ['The Key & Parcel', 'other', 'Parcels sent, mailboxes rented.'],
  ['Sundial Books', 'finance', 'A bookkeeper.'],
  ['Old Paint Garage', 'automotive', 'A mechanic for cars.', ['free-estimates']],
  ['Third Stone', 'home-services', 'A mason, in the third generation. Free estimates.'],
  ['Front Porch Mediation', 'legal-services', 'A mediator.'],
  ['Lost & Found Data', 'technology', 'Data recovery: pictures rescued from broken phones and cameras.'],
  ['Second Saturday', 'shopping', 'Vintage lamps.'],
  ['Six Strings', 'arts-entertainment', 'Guitar lessons.'],
  ['The Hibiscus Room', 'health-beauty', 'Facials. Gift cards are written by hand.'],
  ['Bicicleta', 'food-dining', 'Paletas: mango with chile.'],
  ['The Blue Heron', 'food-dining', 'Espresso and coffee. Gift ideas on a card.', ['wifi']],
];

beforeAll(async () => {
  for (const [name, slug, description, properties = []] of listings) {
    const categoryId = await categoryIdOf(database.db, slug);
    await aBusiness(database.db, { name, description, categoryId, properties, address: '1 Paloma Drive, Elmton' });
  }
});

async function ask(search: string) {
  const { businesses, closeFrom, correctedTo } = await searchBusinesses(database.db, { search, limit: 60, town });
  const names = businesses.map(({ name }) => name);
  return { whole: names.slice(0, closeFrom ?? names.length), names, correctedTo };
}
const wholeOf = async (search: string) => (await ask(search)).whole;

describe('food without something', () => {
  it.each(['gluten', 'no gluten', 'gluten free', 'sin gluten', 'without any gluten', 'celiac', 'gluten allergy'])(
    '%s: who is marked so',
    async (search) => {
      expect(await wholeOf(search)).toEqual(['Lan’s Noodles']);
    },
  );

  it.each(['gluten free bakery', 'gluten free bread', 'pan sin gluten'])(
    '%s: no bakery that is not',
    async (search) => {
      const { whole, names } = await ask(search);
      expect(whole).toEqual([]);
      expect(names).toContain('Oak House Bakery');
    },
  );

  it.each([
    'nut free',
    'peanut free',
    'peanut allergy',
    'nut allergy',
    'sin cacahuates',
    'allergic to nuts',
    'sugar free',
  ])('%s: nobody can say so', async (search) => {
    const { whole, names } = await ask(search);
    expect(whole).toEqual([]);
    expect(names).not.toContain('The Brass Pelican');
    expect(names).toContain('Lan’s Noodles');
  });

  it('is never near where the food is served', async () => {
    expect((await ask('peanut allergy')).names).not.toContain('The Second Balloon');
    expect((await ask('halal restaurant')).whole).toEqual([]);
  });

  it.each([
    ['dairy free', ['Lan’s Noodles']],
    ['sin lácteos', ['Lan’s Noodles']],
    ['sin carne', ['Lan’s Noodles', 'Nela’s']],
  ])('%s: %s', async (search, expected) => {
    expect((await wholeOf(search)).toSorted()).toEqual(expected);
  });
});

describe('a doctor', () => {
  it.each(['doctor', 'flu shot', 'high blood pressure', 'a good dr', 'dr'])(
    '%s is one for all first',
    async (search) => {
      expect((await wholeOf(search)).slice(0, 2)).toEqual(['Circle Clinic', 'Kite String Pediatrics']);
    },
  );

  it.each([
    'doctor for adults',
    'flu shot for adults',
    'medicare doctor',
    'doctor for my grandma',
    '40 year old doctor',
  ])('%s is none for children', async (search) => {
    expect(await wholeOf(search)).toEqual(['Circle Clinic']);
  });

  it.each([
    'doctor for my baby',
    'doctor for a child',
    'flu shot for my son',
    'doctor for 7 year old',
    'doctor para niños',
  ])('%s is one for children first', async (search) => {
    expect((await ask(search)).names[0]).toBe('Kite String Pediatrics');
  });

  it('is no drive', async () => {
    expect((await ask('dr smith')).whole).toEqual([]);
    expect((await ask('dr')).names).not.toContain('Second Saturday');
    expect((await wholeOf('paloma dr')).length).toBe(listings.length);
  });
});

describe('what a description says', () => {
  it.each(['copies', 'photocopies', 'copias', 'fax', 't shirt printing'])('%s: no writer', async (search) => {
    expect(await wholeOf(search)).toEqual(['Notary on the Corner']);
  });

  it.each([
    ['copywriter', ['Carriage Return Copy']],
    ['post office', ['The Key & Parcel']],
    ['electronics store', []],
    ['generator', []],
    ['third generation', ['Third Stone']],
    ['patio', []],
    ['front porch', ['Front Porch Mediation']],
  ])('%s: %s', async (search, expected) => {
    expect(await wholeOf(search)).toEqual(expected);
  });
});

describe('conditions in other words', () => {
  it.each([
    'takes credit cards',
    'aceptan tarjetas',
    'can i pay by card',
    'pago con tarjeta',
    'do they take visa',
    'debit card',
  ])('%s', async (search) => {
    expect((await wholeOf(search)).toSorted()).toEqual(['Nela’s', 'Oak House Bakery', 'The Second Balloon']);
  });

  it.each([
    'wheel chair',
    'acceso para silla de ruedas',
    'rampa',
    'acceso para discapacitados',
    'wheelchair users',
    'accessible bathroom',
  ])('%s', async (search) => {
    expect(await wholeOf(search)).toEqual(['Lan’s Noodles']);
  });

  it.each([
    ['doctor that takes walk ins', ['Circle Clinic']],
    ['mechanic that gives free estimates', ['Old Paint Garage']],
    ['hey siri find me a dentist', ['Two Elms Dental']],
    ['ok google where can i get my car fixed', ['Old Paint Garage']],
    ['tacos under $10', ['Nela’s']],
    ['tacos for under 10 dollars', ['Nela’s']],
    ['guitar lessons for 7 year old', ['Six Strings']],
    ['bar apple pay', ['The Second Balloon']],
    ['gift card for a facial', ['The Hibiscus Room']],
    ['paleta de mango', ['Bicicleta']],
    ['tacos pay with mastercard', ['Nela’s']],
    ['wifi coffee shop', ['The Blue Heron']],
    ['mason free estimates', ['Third Stone']],
  ])('%s: %s', async (search, expected) => {
    expect(await wholeOf(search)).toEqual(expected);
  });
});

it.each([
  ['bbq or tacos', ['Nela’s', 'Uncle Dub’s']],
  ['dentist or mechanic', ['Old Paint Garage', 'Two Elms Dental']],
  ['dentista o mecánico', ['Old Paint Garage', 'Two Elms Dental']],
  ['vegan or gluten free', ['Lan’s Noodles']],
])('takes either: %s', async (search, expected) => {
  expect((await wholeOf(search)).toSorted()).toEqual(expected);
});

describe('spelling', () => {
  it.each(['soap', 'matches', 'hemp', 'halal', 'shredding', 'scam', 'deer'])('leaves %s', async (search) => {
    expect((await ask(search)).correctedTo).toBeNull();
  });

  it('prefers the word beside which another one stands in a name', async () => {
    expect(await ask('second baloon')).toMatchObject({
      correctedTo: 'second balloon',
      whole: ['The Second Balloon'],
    });
  });
});

it.each([
  ['牙医', 'Two Elms Dental'],
  ['附近的牙医', 'Two Elms Dental'],
  ['طبيب أسنان', 'Two Elms Dental'],
  ['치과', 'Two Elms Dental'],
  ['автомеханик', 'Old Paint Garage'],
])('reads %s', async (search, expected) => {
  expect(await wholeOf(search)).toEqual([expected]);
});
