import { expect, it } from 'vitest';
import { isCalm, urgentPages } from './emergencies.ts';
import { splitWords } from './phrases.ts';

/** Words of the title of the first page to call. */
const firstPage = (search: string, spelled: readonly string[] = search.split(' ')) =>
  urgentPages(search, new Set(spelled))[0]?.[0]?.words.join(' ') ?? null;

it.each([
  ['my husband cant breathe', 'emergency'],
  ['she isn’t breathing!!', 'emergency'],
  ['kid drank bleach', 'poison'],
  ['mi hijo se tragó una pila', 'poison'],
  ['I’m so depressed', 'suicide crisis'],
  ['se quiere matar', 'suicide crisis'],
  ['huele a gas', 'outage gas leak'],
])('%s is answered by the page of %s', (search, title) => {
  expect(firstPage(search)).toBe(title);
});

it('names each danger that is there, the greatest first', () => {
  const named = urgentPages('my son took too many pills and is not breathing', new Set());
  expect(named.length).toBeGreaterThan(1);
  expect(named[0]?.[0]?.words).toEqual(['emergency']);
});

it.each(['stroke', 'fire', 'crash', 'accident'])('%s alone is a danger, and beside other things it is none', (noun) => {
  expect(firstPage(noun)).toBe('emergency');
  expect(firstPage(`help my mom ${noun}`)).toBe('emergency');
  expect(firstPage(`${noun} museum`)).toBeNull();
});

it('a person outweighs nothing else that is asked for: a lawyer, a class, an animal', () => {
  for (const search of ['lawyer for my son hit by a car', 'cpr training for unconscious people', 'my dog is choking'])
    expect([search, firstPage(search), isCalm(splitWords(search))]).toEqual([search, null, true]);
  // The alarm that sounds is the danger itself.
  expect(firstPage('smoke alarm going off')).toBe('emergency');
});

it('mends a slip, unless the word is one of its own', () => {
  expect(firstPage('unconcsious', [])).toBe('emergency');
  expect(firstPage('prison', ['prison'])).toBeNull();
  expect(firstPage('prison', [])).toBe('poison');
});

it.each([
  'ac broke in my apartment, window broke in my house, door broke in my house, heater broke in my house, toilet broke in my apartment, fridge broke in my apartment, key broke in door, my key broke in the door, glass broke in my door, garage door spring broke in my house, break in my new boots, next break in, someone to paint a room in my house, someone to cut the grass in my yard, someone to trim bushes in my yard, someone to mount tv in my room, someone to hang shelves in my garage, person to haul junk in my garage, someone to build a fence in my backyard, someone to watch kids in my home',
  'someone to care for my mom in my house, someone to remove bats in my attic, man to move piano in my house, gas, gas near me, gas open now, gas open 24 hours, need gas, i need gas, where to get gas, battery is dying, my car battery is dying, my car is dying, tv is dying, my grass is dying, my oak is dying, my fern is dying, i am dying my eggs, baby crying, crying baby help',
  'baby wont stop crying, home alone, ya no puedo mas con el calor, no puedo mas con las cucarachas, no aguanto mas el calor, no aguanto mas el dolor de espalda, quiero desaparecer manchas, quiero desaparecer mis arrugas, dont want to live in apartment, tired of living in apartments, tired of living with my parents, blood work pregnant, prueba de sangre embarazada, examen de sangre embarazada, análisis de sangre embarazada, blood draw bad veins, get blood out of carpet, blood stain in carpet wont come out, dry clean blood out of shirt, too much blood sugar',
  'blood lab a lot, se metieron las hormigas a mi casa, se metió un ratón a la casa, se metió una rata a la casa, se metió un murciélago a la casa, se metió una víbora a la casa, se metió agua a la casa, cant breathe through nose, hard to breathe through nose, breathing problem doctor, doctor for shortness of breath, sleep apnea stop breathing, stop smoking breathing, yoga breath not hot, short of breath yoga, seizure doctor, seizure specialist, doctor for seizures, neurologist for seizures, concussion doctor',
  'concussion test, concussion clinic, asthma attack doctor, allergic reaction doctor, nerf gun party for kids, water guns for kids, glue gun for kid, bb gun for kid, toy gun for kid, outside gun range, gun range kid, knife sharpener guy, someone to sharpen knife, knife guy, missing child support, lost my child custody, hot water broke, water cooler broke, auto collision near me, my car got hit by a rock',
  'my car was hit by a shopping cart, someone hit my car in parking lot, second degree nursing, third degree black belt, fire house subs, fire house bar, fire oven, cocina al fuego, fire wall, bed and fire, get smoke smell out of house, carpet smells smoke room, smoke free apartment smell, toddler bed rails falling out of bed, grab bars so mom doesnt fall in shower, baby gate stairs fall, my son is falling behind hard math, chest waxing hurts, bench press chest hurts, heavy chest freezer',
  'chest of drawers heavy, accident on carpet, accident on mattress, potty accident at school, crash at hotel, place to crash at, heart attack burger, heart attack grill, knocked out boxing, blacked out windows, deep cuts records, fights on tv tonight, me muero por unos tacos, my wife will kill me flowers, my husband hit me up for tacos',
])('sees no danger in what people ask for every day: %s', (searches) => {
  expect(searches.split(', ').filter((search) => firstPage(search, []) !== null)).toEqual([]);
});

it.each([
  'break in at my house, someone broke in my house, breaking in next door, my house was broken into, kid missing, my water broke, man in my yard, someone in my house, someone is trying to get in my house, se metieron a mi casa, my friend is dying, im dying, my mom is dying, ya no aguanto mas, ya no puedo mas, dont want to live anymore, tired of living, quiero desaparecer, third degree burns, second degree burn on my arm',
  'kid hit by car, my car got hit by a truck, blood everywhere, coughing blood, my wife is pregnant and bleeding, cant breathe, my kid is having a seizure, asthma attack, man with a gun, guy has a knife, grease fire in my kitchen, fire in my house, kitchen full of smoke, crash on san pedro, my baby fell off the bed, concussion, chest hurts, crying, im so sad',
])('still sees it in words near to those: %s', (searches) => {
  expect(searches.split(', ').filter((search) => firstPage(search, []) === null)).toEqual([]);
});
