/** What somebody does not want, in English and Spanish: burgers in 'tacos, not burgers', bars in 'restaurant without a bar'. */
import { isSmall, isWeak, wordsOf } from './clean-search.ts';
import { all, or, quoted, type Unit } from './conditions.ts';
import type { KindRow, WordsRead } from './read-words.ts';
import { type KnownWords, segmentsOf } from './segments.ts';
import { unitsOf } from './units.ts';

export interface Unwanted {
  /** As typed, without accents: 'not', 'burgers'. */
  words: string[];
  /** For people: 'Not burgers'. */
  label: string;
  /** Listings that are this, or have it, as text for tsquery. */
  condition: string;
  /** The kinds that it means. */
  kinds: KindRow[];
}

export interface Parted {
  /** The words without those for what is not wanted. */
  words: string[];
  unwanted: Unwanted[];
}

/** A listing is not to be this. */
const being =
  '(?:any|every|all)(?:thing|where|one|body)? but|not|isnt|arent|except|excluding|besides|other than|apart from|instead of|rather than|excepto|menos|salvo|que no (?:sea|sean)';
/** A listing is not to have this. A town that has no pharmacy, and a house without heat, want one. */
const having = 'without|sin|(?<!\\b(?:has|have|had|having|there|theres|got|is|are|with|i|we|hay|tengo|tiene) )no';
const refusal = new RegExp(`(?:^| )(?:(?:and|but|just|y|pero) )?(?:(?<being>${being})|(?:${having})) (?<rest>.+)$`);
/** These go on with the same refusal: 'not pizza or burgers'. */
const alternatives = new Set(['or', 'nor', 'ni', 'o']);
/** Neither 'not only' nor 'not sure where' refuses the next thing. */
const refusesNothing = new Set([
  'only',
  'just',
  'sure',
  'too',
  'far',
  'more',
  'less',
  'later',
  'solo',
  'se',
  'me',
  'he',
]);
const maxRefusals = 3;
/** Words. */
const maxName = 4;

type Known = Parameters<typeof unitsOf>[1];

/** Asks the database about words. */
export interface Reader {
  lookUp: (words: readonly string[]) => Promise<WordsRead>;
  known: Known;
  /** Some listing matches this text for tsquery. */
  isThere: (condition: string) => Promise<boolean>;
}

/** The words before the next refusal. */
function untilNext(words: readonly string[]): readonly string[] {
  const match = refusal.exec(words.join(' '));
  return match ? words.slice(0, words.join(' ').slice(0, match.index).split(' ').length) : words;
}

const tellingOf = (words: readonly string[]) => words.filter((word) => !isSmall(word));

/** The words of the first thing that is named, with small words before it; null: none is. */
function firstThing(read: WordsRead, known: KnownWords): string[] | null {
  const words: string[] = [];
  for (const { tokens } of segmentsOf(read, known)) {
    words.push(...tokens.map(({ word }) => word));
    if (tokens.some(({ word }) => !isSmall(word))) return words;
  }
  return null;
}

/** A town's listings are this: a kind, a category, a property, or a name that is no word of the language. */
function conditionOf([unit, other]: readonly Unit[], read: WordsRead, isBeing: boolean): string | null {
  if (unit === undefined || other !== undefined) return null;
  const { property, isMeant, kinds, categories, certain, two, one, docs, weight } = unit;
  if (property) return or([certain, two]);
  if (isMeant && kinds.length + categories.length > 0 && certain.includes("'=")) return certain;
  const isName = weight > 1 || (docs > 0 && weight === 1 && read.tokens.every(({ isReal }) => !isReal));
  // A brand that no listing has leaves nothing out.
  return isBeing && isName ? (one ?? quoted(unit.text)) : null;
}

/** 'Not turning on' is trouble with a thing, and no wish. */
const isTrouble = (words: readonly string[]) => words.length === 1 && words.every((word) => word.endsWith('ing'));

/** A word that means a kind only beside another one: 'mexicana' in 'comida que no sea mexicana'. */
async function kindsBeside(word: string | undefined, own: readonly string[], { lookUp, known }: Reader) {
  if (word === undefined) return [];
  const kindsIn = async (words: readonly string[]) => kindsOf(unitsOf(await lookUp(words), known));
  const [alone, ...pairs] = await Promise.all([[word], [word, ...own], [...own, word]].map(kindsIn));
  return pairs.flat().filter(({ id }) => !alone?.some((kind) => kind.id === id));
}

const kindsOf = (units: readonly Unit[]) => units.flatMap(({ kinds, isMeant }) => (isMeant ? kinds : []));

/** The name of a business, of two words or more: 'Oak House'. */
async function readName(words: readonly string[], { lookUp, isThere }: Reader) {
  for (let length = Math.min(maxName, words.length); length >= 2; length -= 1) {
    const name = words.slice(0, length);
    const { tokens } = await lookUp(name);
    const telling = tokens.filter(({ word }) => !isSmall(word));
    const condition = all(
      telling.map(({ lexeme }) => lexeme),
      'A',
    );
    const mayBe = telling.length >= 2 && telling.every(({ docs }) => docs > 0);
    if (mayBe && condition !== null && (await isThere(condition))) return { thing: name, condition, kinds: [] };
  }
  return null;
}

/** The first thing that is refused, with the listings that are it; null: no listing can be or have it. */
async function readThing(words: readonly string[], before: readonly string[], isBeing: boolean, reader: Reader) {
  const { lookUp, known } = reader;
  const thing = firstThing(await lookUp(words), known);
  if (thing === null || isTrouble(thing)) return null;
  const own = tellingOf(thing);
  const read = await lookUp(own);
  const units = unitsOf(read, known);
  const condition = conditionOf(units, read, isBeing);
  if (condition !== null) return { thing, condition, kinds: kindsOf(units) };
  const kinds = await kindsBeside(tellingOf(before).at(-1), own, reader);
  const ofKinds = or(kinds.map(({ id }) => quoted(`=${id}`)));
  if (ofKinds !== null) return { thing, condition: ofKinds, kinds };
  return isBeing ? await readName(words, reader) : null;
}

async function readRefusal(words: readonly string[], reader: Reader) {
  const text = words.join(' ');
  const match = refusal.exec(text);
  const rest = match?.groups?.['rest']?.split(' ') ?? [];
  if (match === null || refusesNothing.has(rest[0] ?? '')) return null;
  const isBeing = match.groups?.['being'] !== undefined;
  const before = text.slice(0, match.index).split(' ').filter(Boolean);
  const unwanted: Unwanted[] = [];
  let typed = words.slice(before.length, words.length - rest.length);
  let after = rest;
  do {
    const found = await readThing(untilNext(after), before, isBeing, reader);
    if (found === null) break;
    const { thing, condition, kinds } = found;
    const label = `${isBeing ? 'Not' : 'Without'} ${tellingOf(thing).join(' ')}`;
    unwanted.push({ words: [...typed, ...thing], label, condition, kinds });
    after = after.slice(thing.length);
    typed = [];
  } while (alternatives.has(after[0] ?? ''));
  return unwanted.length === 0 ? null : { words: [...before, ...after], unwanted, isBeing };
}

const isVague = (words: readonly string[]) => words.every((word) => isSmall(word) || isWeak(word));
/** A phrase with the word for no in it means something by itself: 'no hot water', 'no kill shelter'. */
const isSaidSo = ({ phrases }: WordsRead) =>
  phrases.some(
    ({ kind, spelled }) => kind.endsWith('-free') || spelled.some((each) => /\b(?:no|not|without|sin)\b/.test(each)),
  );

/**
 * Takes out of a search what is not wanted. 'Anything but tacos' then asks for the category of tacos. null: nothing is refused that
 * a listing can be or have.
 *
 * @param read the whole search
 */
export async function readUnwanted(
  words: readonly string[],
  { read, ...reader }: Reader & { read: WordsRead },
): Promise<Parted | null> {
  if (!refusal.test(words.join(' ')) || isSaidSo(read)) return null;
  const unwanted: Unwanted[] = [];
  let left = [...words];
  let isAnything = false;
  for (let number = 0; number < maxRefusals; number += 1) {
    const refused = await readRefusal(left, reader);
    if (refused === null) break;
    left = refused.words;
    unwanted.push(...refused.unwanted);
    isAnything ||= refused.isBeing;
  }
  if (unwanted.length === 0) return null;
  if (!isVague(left)) return { words: left, unwanted };
  const slug = unwanted.flatMap(({ kinds }) => kinds).find(({ categories }) => categories.length > 0)?.categories[0];
  const category = read.categories.find((each) => each.slug === slug);
  // 'No tacos' alone wants nothing that can be looked for.
  return isAnything && category ? { words: wordsOf(category.name), unwanted } : null;
}

/** Refusals that leave what is wanted: who looks for a diner, not a restaurant, still takes a diner. */
export function refusalsBeside(units: readonly Unit[], unwanted: readonly Unwanted[]): Unwanted[] {
  const wanted = new Set(
    units.flatMap(({ kinds, isMeant }) => (isMeant ? kinds : [])).flatMap((kind) => [kind.id, kind.within]),
  );
  return unwanted.filter(({ kinds }) => !kinds.some(({ id }) => wanted.has(id)));
}

/** The unit without the listings that are not wanted. */
export function withoutUnwanted(unit: Unit, unwanted: readonly Unwanted[]): Unit {
  if (unwanted.length === 0) return unit;
  const none = unwanted.map(({ condition }) => ` & !(${condition})`).join('');
  const left = <T extends string | null>(condition: T) => (condition === null ? null : `(${condition})${none}`) as T;
  const { one, two, three, four, five, any, anyNear, has, certain } = unit;
  return {
    ...unit,
    ...{ one: left(one), two: left(two), three: left(three), four: left(four), five: left(five) },
    ...{ any: left(any), anyNear: left(anyNear), has: left(has), certain: left(certain) },
  };
}
