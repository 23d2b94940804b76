/** Whom to call stands first, alone, however a frightened person puts it; and nobody who asks for a business is sent to the police. */
import { beforeAll, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { ListedBusiness, SearchContext } from '#features/businesses/contract.ts';
import { readCityPack } from '#server/city-pack.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase({ fresh: 'each-file' });
let visitor: TestBrowser;
let terrell: TestBrowser;

beforeAll(async () => {
  const { db } = database;
  const inCategory = async (slug: string, name: string) => (await aCategory(db, { slug, name })).id;
  const [medical, home, pets, food, shops, cars, estate] = await Promise.all([
    inCategory('medical-services', 'Medical Services'),
    inCategory('home-services', 'Home Services'),
    inCategory('pet-services', 'Pet Services'),
    inCategory('food-dining', 'Food & Dining'),
    inCategory('shopping', 'Shopping'),
    inCategory('automotive', 'Automotive'),
    inCategory('real-estate', 'Real Estate'),
  ]);
  await aBusiness(db, {
    name: 'Kite String Pediatrics',
    description: 'A doctor for children, with a chest full of toys.',
    categoryId: medical,
  });
  await aBusiness(db, {
    name: 'Two Elms Dental',
    description: 'A dentist for people who fear one. Emergencies, bleeding gums.',
    categoryId: medical,
  });
  await aBusiness(db, {
    name: 'Drip & Daughters',
    description: 'A plumber who mends leaks of gas and water. Emergencies at night.',
    categoryId: home,
  });
  await aBusiness(db, {
    name: 'Acorn Animal Clinic',
    description: 'A vet for dogs and cats. Emergencies until nine.',
    categoryId: pets,
  });
  await aBusiness(db, {
    name: 'Pit & Pickle',
    description: 'Barbecue: brisket from the smoke house.',
    categoryId: food,
    properties: ['dogs-welcome'],
  });
  await aBusiness(db, {
    name: 'Elmwood Flower Room',
    description: 'A florist: roses, baby’s breath.',
    categoryId: shops,
  });
  await aBusiness(db, { name: 'Circle Tire', description: 'A mechanic for every car.', categoryId: cars });
  await aBusiness(db, {
    name: 'Keystone Door',
    description: 'Property manager for rentals, with a closing in a month.',
    categoryId: estate,
  });
  const planting = new Date('2026-12-01T16:00:00Z');
  await anEvent(db, { title: 'Arbor Day oak planting', startsAt: planting }, [{ startsAt: planting }]);
  const lighting = new Date('2026-12-05T00:00:00Z');
  await anEvent(db, { title: 'Circle Tree Lighting', startsAt: lighting }, [{ startsAt: lighting }]);
  const browse = async (pack: string) =>
    new TestBrowser(
      createApi(
        testServices(database, { city: await readCityPack(pack), now: () => new Date('2026-11-18T17:00:00Z') }),
      ),
    );
  visitor = await browse('olmos-park');
  terrell = await browse('terrell-hills');
});

const ask = async (search: string, by = visitor) =>
  (await (await by.get(`/api/search/context?search=${encodeURIComponent(search)}`)).json()) as SearchContext;

/** Searches that this page does not answer, alone above all businesses. */
async function notAnswered(searches: string, title: string) {
  const wrong: string[] = [];
  for (const search of searches.split(', ')) {
    const { town, townAbove, isTownAlone, townIsGuess } = await ask(search);
    if (town[0]?.title !== title || townAbove === 0 || !isTownAlone || townIsGuess)
      wrong.push(`${search}: ${townAbove} ${isTownAlone} ${town[0]?.title}`);
  }
  return wrong;
}

it.each([
  'trouble breathing, stopped breathing, shortness of breath, hard to breathe, can’t breathe, my baby is not breathing, baby isnt breathing, cant breath help, turning blue, no puedo respirar, mi abuela no puede respirar, le falta el aire, mi bebe no respira, asthma attack',
  'choking, chocking, my son is choking on a grape, se atraganto mi bebe, throat closing up, anaphylaxis, allergic reaction, reaccion alergica, tongue is swelling',
  'chest pain, chest pains left arm, my chest feels tight, dolor de pecho, heart attack, infarto, infarto ayuda, mi papa tiene un infarto, ataque al corazon, cardiac arrest, no pulse',
  'stroke, my mom is having a stroke, face drooping, derrame cerebral, embolia, seizure, siezure, my kid is having a seizure, convulsiones, esta convulsionando',
  'not waking up, wont wake up, my wife won’t wake up, unconcious, passed out, someone collapsed, grandma not responding, mi papa no despierta, se desmayo, me estoy muriendo, im dying',
  'se cayo mi abuela, my grandma fell, fell down the stairs, hit his head, low blood sugar, heat stroke, golpe de calor, electrocuted, snake bite, ya viene el bebe',
  'bleeding wont stop, he is bleeding a lot, hemorragia, mucha sangre, cut off my finger, coughing up blood, burned my hand, quemadura, boiling water burned my kid',
  'overdose, my friend overdosed, sobredosis, carbon monoxide, drowning, kid drowning in pool, mi hijo se esta ahogando',
  'fire, house fire, grease fire, kitchen fire, fire in the oven, electrical fire, stove on fire, smoke in my house, house full of smoke, i smell smoke, hay humo, humo en mi casa, incendio, fuego en la cocina, se quema mi casa, smoke alarm going off',
  'car accident, car crash, wreck, wreck on mccullough, choque, choque en mccullough, accidente, pedestrian hit, hit by a car, me chocaron, atropellaron a un hombre, baby locked in car',
  'intruder, break in, someone broke in, burglar, ladron en mi casa, se metieron a mi casa, man at my window, gunshots, someone shot, he has a gun, balazos, tiroteo, assault, i was raped, stabbed, being followed, me siguen, me estan robando',
  'domestic violence, my husband hits me, tengo miedo de mi esposo, mi esposo me pega, me quiere matar, someone threatened to kill me, my child is missing',
  'emergency, emergancy, EMERGENCY!!!, urgencias, emergencia, es una emergencia, policia emergencia, police emergency, medical emergency, 🆘, sos, auxilio, help me, 911, ambulance, ambulancia',
])('puts the number for emergencies first, alone: %s', async (searches) => {
  expect(await notAnswered(searches, 'Emergency')).toEqual([]);
});

it('names the line for poison, and that for despair, in both languages', async () => {
  const poison =
    'poison, envenenamiento, my kid drank bleach, kid ate a marble, toddler swallowed a battery, mi hijo se trago una moneda, mi bebe tomo cloro';
  expect(await notAnswered(poison, 'Poison Help')).toEqual([]);
  const despair =
    'suicide, sucide, i want to die, im depressed, i’m so sad, i feel so alone, estoy deprimido, estoy muy triste, me siento solo, quiero morir, ya no quiero vivir, panic attack';
  expect(await notAnswered(despair, 'Suicide & Crisis Lifeline')).toEqual([]);
  expect((await ask('my kid drank bleach')).town.map(({ title }) => title)).toContain('Emergency');
});

it('a smell of gas is answered by the utility and the number for emergencies', async () => {
  for (const search of ['gas leak', 'fuga de gas', 'i smell gas', 'huele a gas', 'house smells like gas']) {
    const { town, townAbove } = await ask(search);
    expect([search, town.slice(0, townAbove).map(({ title }) => title)]).toEqual([
      search,
      expect.arrayContaining(['CPS Energy: outages and gas leaks', 'Emergency']),
    ]);
  }
});

it.each([
  'fire pit, fire extinguisher, fire alarm installation, fire door, smoke shop, smoked brisket, smoke house bbq, smoke detector, wood fired pizza, kitchen fire extinguisher',
  'choking hazard toys, heart healthy food, stroke rehab, brush stroke painting, chest freezer, bad breath, breathing class, baby shower gift',
  'car wreck lawyer, car accident lawyer, car crash repair, body shop, crash diet, computer crash, assault lawyer, burglar alarm, taller de choques, accidente de carro abogado',
  'emergency plumber, emergency vet, emergency dentist, plomero de emergencia, gas station, gas leak plumber, emergency brake, tooth bleeding, bleeding gums',
  'my dog is choking, dog not breathing, dog seizure, cat wont wake up, dog hit by car, phone wont wake up, my phone is dead, dying tree, drowning in paperwork, flu shot, knife sharpening',
])('calls no help for who asks for a business: %s', async (searches) => {
  const wrong: string[] = [];
  for (const search of searches.split(', ')) {
    const { town, townAbove } = await ask(search);
    if (town.slice(0, townAbove).some(({ title }) => title === 'Emergency' || title.startsWith('Suicide')))
      wrong.push(search);
  }
  expect(wrong).toEqual([]);
});

it('leaves a listing open whose name is a word for danger', async () => {
  await aBusiness(database.db, { name: 'Balazo', description: 'Mezcal and small plates.' });
  const { town, isTownAlone } = await ask('balazo');
  expect([town[0]?.title, isTownAlone]).toEqual(['Emergency', false]);
});

it('guesses no police and no line for help from a word that is said of anything', async () => {
  const searches =
    'hot dogs, yoga saturday morning, saturday morning, friday night, sunday afternoon, water heater making popping noise, my car makes a strange noise, quiet bar no music, not too loud, money order, vet but not emergency, non emergency vet, dont like spicy, jobs for teens, dogs allowed, lunch near city hall, blood drive, curbside pickup, property manager, arepas, kill ants';
  const wrong: string[] = [];
  for (const search of searches.split(', ')) {
    const { town, townAbove } = await ask(search);
    if (townAbove > 0) wrong.push(`${search}: ${town[0]?.title}`);
  }
  expect(wrong).toEqual([]);
  expect((await ask('holiday hours')).town.map(({ title }) => title)).not.toContain('CHRISTUS Santa Rosa');
  // Words of such trouble stay what they are.
  expect((await ask('police non emergency')).town[0]?.title).toBe('Police, non-emergency');
  expect((await ask('neighbor makes loud noise')).town[0]?.title).toBe('Police, non-emergency');
});

it.each([
  ['olmos park', () => visitor],
  ['terrell hills', () => terrell],
])('tells of %s by what is on and by its history, not by all businesses', async (name, by) => {
  const aboutIt = [
    ...['tell me about', 'what is', 'best of', 'is it safe in', 'where is', 'about', 'attractions in', 'que es'],
    ...['what to see in', 'lo mejor de'],
  ];
  for (const words of aboutIt) {
    const { town, townAbove, isTownAlone } = await ask(`${words} ${name}`, by());
    expect([words, town[0]?.href, townAbove > 0, isTownAlone]).toEqual([words, '/history', true, true]);
  }
  for (const words of ['what to do in', 'things to do in', 'que hacer en', 'fun in']) {
    const { town, townAbove, isTownAlone } = await ask(`${words} ${name}`, by());
    expect([words, town[0]?.href, townAbove > 0, isTownAlone]).toEqual([words, '/events', true, true]);
  }
  expect((await ask(`new to ${name}`, by())).town[0]?.href).toBe('/helpful-links');
  expect((await ask(`best barbecue in ${name}`, by())).townAbove).toBe(0);
});

it.each(['attractions', 'sightseeing', 'visitors', 'tourist information', 'lugares turisticos', 'city guide'])(
  'answers %s for who comes to see the town',
  async (search) => {
    const { town, townAbove } = await ask(search);
    expect([town[0]?.href, townAbove > 0]).toEqual(['/history', true]);
  },
);

it('knows the words of the town’s own titles, and mends a slip in them', async () => {
  const list = await visitor.get('/api/businesses?search=arbor%20day');
  expect(list.headers.get('X-Corrected-Search')).toBeNull();
  expect((await list.json()) as ListedBusiness[]).toEqual([]);
  expect((await ask('arbor day')).town[0]?.title).toBe('Arbor Day oak planting');
  for (const search of ['cristmas tree lightning', 'tree lightning', 'christmas tree lighting'])
    expect([search, (await ask(search)).town[0]?.title]).toEqual([search, 'Circle Tree Lighting']);
});
