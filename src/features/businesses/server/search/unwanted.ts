/** Reads the things that a search refuses, in English and Spanish: burgers in 'tacos, not burgers', bars in 'restaurant without a bar'. */
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

interface Parted {
  /** The words without those for what is not wanted. */
  words: string[];
  unwanted: Unwanted[];
}

/** A listing is not to be this. */
const being =
  '(?:any|every|all)(?:thing|where|one|body)? but|not|non|isnt|arent|dont (?:want|like)|no quiero|except|excluding|besides|other than|apart from|instead of|rather than|excepto|menos|salvo|que no (?:sea|sean)';
/** A listing is not to have this. A town that has no pharmacy, and a house without heat, want one. */
const wants = 'has|have|had|having|there|theres|got|is|are|i|we|hay|tengo|tiene';
const having = `(?:with|(?:that|which|who) (?:has|have)) no|que no (?:tenga|tiene|tengan|tienen)|without|sin|(?<!\\b(?:${wants}) )no(?! \\d)`;
const refusal = new RegExp(`(?:^| )(?:(?:and|but|just|y|pero) )?(?:(?<being>${being})|(?:${having})) (?<rest>.+)$`);
/** These go on with the same refusal: 'not pizza or burgers'. */
const alternatives = new Set(['or', 'nor', 'ni', 'o']);
/** Neither 'not only' nor 'not sure where' refuses the next thing, and who does not like 'my dentist' wants another one. */
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
  'my',
  'mi',
  'our',
  'to',
  'that',
  'this',
]);
const maxRefusals = 3;
/** Words. */
const maxName = 4;
const forMeals = 'food-dining';

type Known = Parameters<typeof unitsOf>[1];

/** Asks the database about words. */
interface Reader {
  lookUp: (words: readonly string[]) => Promise<WordsRead>;
  known: Known;
  /** Some listing matches this text for tsquery. */
  isThere: (condition: string) => Promise<boolean>;
}

const wordsForNo = /\b(?:no|not|non|without|sin)\b/;
/** Phrases with a word for no in them mean something by themselves, as 'no hot water' or 'sin gluten' do. */
const phrasesWithNo = ({ phrases }: WordsRead) =>
  phrases
    .flatMap(({ kind, spelled }) => (kind.endsWith('-free') ? spelled.flatMap(withEachNo) : spelled))
    .filter((phrase) => wordsForNo.test(phrase));
/** 'No gluten' asks for what 'gluten-free' does. */
const withEachNo = (phrase: string) => [phrase, ...['no', 'not', 'without', 'sin'].map((no) => `${no} ${phrase}`)];

/** Finds the first refusal in words. @param phrases their words for no refuse nothing */
function findRefusal(words: readonly string[], phrases: readonly string[]) {
  const text = phrases.reduce((rest, phrase) => rest.replace(phrase, phrase.replace(wordsForNo, '-')), words.join(' '));
  const match = refusal.exec(text);
  const length = match?.groups?.['rest']?.split(' ').length ?? 0;
  if (match === null || refusesNothing.has(words[words.length - length] ?? '')) return null;
  const from = text.slice(0, match.index).split(' ').filter(Boolean).length;
  return { from, to: words.length - length, isBeing: match.groups?.['being'] !== undefined };
}

const fromTelling = (words: readonly string[]) => words.slice(words.findIndex((word) => !isSmall(word)));
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

/** Listings of the category whose text speaks of the kind: a noodle shop with pho is Vietnamese. */
const mentionsOf = (kinds: readonly KindRow[], { categories }: WordsRead) =>
  kinds.flatMap((kind) =>
    categories.flatMap(({ slug, code }) =>
      slug === kind.categories[0] && slug !== 'other' ? `(${quoted(`~${kind.id}`)} & ${quoted(code)})` : [],
    ),
  );

/** A town's listings are this: a kind, a category, a property, or a name that is no word of the language. */
function conditionOf([unit, other]: readonly Unit[], read: WordsRead, isBeing: boolean): string | null {
  if (unit === undefined || other !== undefined) return null;
  const { property, isMeant, kinds, categories, certain, two, one, docs, weight } = unit;
  if (property) return or([certain, two]);
  if (isMeant && kinds.length + categories.length > 0 && certain.includes("'="))
    return or([certain, ...mentionsOf(kinds, read)]);
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

/** Listings with a property that welcomes this: 'no dogs' refuses those where dogs are welcome. */
async function welcomeOf(own: readonly string[], { lookUp, known }: Reader): Promise<string | null> {
  const [unit, other] = unitsOf(await lookUp([...own, 'welcome']), known);
  return unit?.property && !other ? or([unit.certain, unit.two]) : null;
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
  const own = fromTelling(thing);
  const read = await lookUp(own);
  const units = unitsOf(read, known);
  const condition = conditionOf(units, read, isBeing);
  if (!isBeing) {
    const welcome = await welcomeOf(own, reader);
    if (welcome !== null) return { thing, condition: welcome, kinds: [] };
  }
  const isKnown = units.some(({ isMeant, property }) => isMeant || property !== null);
  const name = isBeing && !isKnown ? await readName(words, reader) : null;
  if (name !== null) return name;
  if (condition !== null) return { thing, condition, kinds: kindsOf(units) };
  const kinds = await kindsBeside(tellingOf(before).at(-1), own, reader);
  const ofKinds = or(kinds.map(({ id }) => quoted(`=${id}`)));
  return ofKinds === null ? null : { thing, condition: ofKinds, kinds };
}

async function readRefusal(words: readonly string[], phrases: readonly string[], reader: Reader) {
  const refused = findRefusal(words, phrases);
  if (refused === null) return null;
  const { from, to, isBeing } = refused;
  const before = words.slice(0, from);
  const unwanted: Unwanted[] = [];
  let typed = words.slice(from, to);
  let after = words.slice(to);
  do {
    // 'Non emergency vet' refuses no vet.
    const untilNext = after.slice(0, words[to - 1] === 'non' ? 1 : findRefusal(after, phrases)?.from);
    const found = await readThing(untilNext, before, isBeing, reader);
    if (found === null) break;
    const { thing, condition, kinds } = found;
    const label = `${isBeing ? 'Not' : 'Without'} ${fromTelling(thing).join(' ')}`;
    unwanted.push({ words: [...typed, ...thing], label, condition, kinds });
    after = after.slice(thing.length);
    typed = [];
  } while (alternatives.has(after[0] ?? ''));
  return unwanted.length === 0 ? null : { words: [...before, ...after], unwanted, isBeing };
}

const isVague = (words: readonly string[]) => words.every((word) => isSmall(word) || isWeak(word));

/** Some listing is called by these words: 'Forget Me Not Florist' refuses no florist. */
async function isNamed(words: readonly string[], { tokens }: WordsRead, isThere: Reader['isThere']): Promise<boolean> {
  const no = tokens.filter(({ word }) => wordsForNo.test(word));
  const name = all(
    tokens.map(({ lexeme }) => lexeme),
    'A',
  );
  return (
    words.length > 1 && no.length > 0 && tokens.every(({ docs }) => docs > 0) && name !== null && (await isThere(name))
  );
}

/** The words name something that a listing can be or have. */
const saysSomething = (units: readonly Unit[]) =>
  units.some(
    ({ docs, kinds, categories, property }) => docs + kinds.length + categories.length > 0 || property !== null,
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
  const phrases = phrasesWithNo(read);
  if (findRefusal(words, phrases) === null || (await isNamed(words, read, reader.isThere))) return null;
  const unwanted: Unwanted[] = [];
  let left = [...words];
  let isAnything = false;
  for (let number = 0; number < maxRefusals; number += 1) {
    const refused = await readRefusal(left, phrases, reader);
    if (refused === null) break;
    left = refused.words;
    unwanted.push(...refused.unwanted);
    isAnything ||= refused.isBeing;
  }
  if (unwanted.length === 0) return null;
  if (!isVague(left)) {
    const units = unitsOf(await reader.lookUp(left), reader.known);
    return saysSomething(units) ? { words: left, unwanted } : null;
  }
  const slug = unwanted.flatMap(({ kinds }) => kinds).find(({ categories }) => categories.length > 0)?.categories[0];
  const category = read.categories.find((each) => each.slug === slug);
  // 'No parking' alone wants nothing that can be looked for, 'no burgers' other food.
  return category && (isAnything || slug === forMeals) ? { words: wordsOf(category.name), unwanted } : null;
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
