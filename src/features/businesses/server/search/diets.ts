/** Food that somebody cannot eat: 'gluten free', 'nut allergy', 'sin lácteos', 'halal'. A place that only has the word in its text is none. */
import { all, or, quoted, type Unit } from './conditions.ts';
import type { WordsRead } from './read-words.ts';
import type { Segment } from './segments.ts';

/** Words for what is asked for, beside the food. */
const isWay =
  /^(?:free|of|no|non|without|any|sin|libre|de|allerg\w*|alerg\w*|intoler\w*|to|al?|cant|cannot|eat|have|puedo|comer)$/;
const isAllergy = /\bal+erg/;

/** A property that no listing can have, since the city pack has none of that name. */
const isUndeclared = ({ property, hits }: Segment) =>
  property === null && hits.some(({ kind, strength }) => strength === 2 && kind.startsWith('%'));

/** Properties that say what food is, beside those like 'gluten-free'. */
const ofFood = new Set(['vegan', 'vegetarian', 'pescatarian', 'halal', 'kosher', 'keto', 'paleo']);

const isOfFood = ({ property, tokens }: Segment) =>
  property !== null &&
  (property.key.endsWith('-free') ||
    tokens.some(({ word }) => isAllergy.test(word)) ||
    (ofFood.has(property.key) && tokens.some(({ word }) => isWay.test(word))));

/** It asks for food without something; 'free wifi' and 'to go' do not. */
export const isDiet = (segment: Segment): boolean => isUndeclared(segment) || isOfFood(segment);

const sideBySide = (lexemes: readonly string[], weight: string) =>
  `(${lexemes.map((lexeme) => quoted(lexeme) + weight).join(' <-> ')})`;

export function dietUnit(segment: Segment, { properties, categories }: WordsRead): Unit {
  const { tokens, property } = segment;
  const text = tokens.map(({ word }) => word).join(' ');
  const food = tokens.filter(({ word }) => !isWay.test(word)).map(({ lexeme }) => lexeme);
  const places = property === null ? categories.filter(({ slug }) => slug === 'food-dining') : [];
  const own = property && quoted(`=p:${property.key}`);
  const mayHelp = isAllergy.test(text) ? quoted('=allergology') : null;
  const said = [
    ...(property?.phrases ?? []).map(({ stems }) => stems.split(' ')),
    ...(food.length > 0 ? [[...food, 'free']] : []),
  ].filter(({ length }) => length > 1);
  const one = or([own, property === null ? mayHelp : null]);
  const two = or(said.map((lexemes) => sideBySide(lexemes, ':A')));
  // A text may say that it is not so.
  const mentions = said.map((lexemes) => sideBySide(lexemes, ''));
  // A place that serves it is not even near.
  const without = food.map((lexeme) => ` & !${quoted(lexeme)}`).join('');
  const four = or([
    ...mentions,
    ...[...places.map(({ code }) => quoted(code)), property === null && mayHelp ? quoted('=doctors') : null].map(
      (place) => place && `(${place}${without})`,
    ),
    property && mayHelp,
  ]);
  const has = or([one, two?.replaceAll(':A', '') ?? null]) ?? quoted(text);
  const any = or([has, four]) ?? has;
  return {
    ...{ text, one, two, three: null, four, five: null, any, anyNear: any, has, property },
    ...{ kinds: [], categories: places, named: null, isMeant: true },
    docs: property ? (properties[property.key] ?? 0) : 0,
    certain: own ?? all(food) ?? quoted(text),
    weight: property ? 0.5 : 1,
  };
}
