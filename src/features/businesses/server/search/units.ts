/** The units of a search: what a listing has or has not, each as the conditions that functions/5-find.sql ranks by. */
import { isNumber, isOfAge } from '#server/db/vocabulary/time-and-place-words.ts';
import { certainKinds, certainlyOf } from './certain-kinds.ts';
import { isSmall, isWeak, singular } from './clean-search.ts';
import { all, or, quoted, type Unit } from './conditions.ts';
import { dietUnit, isDiet } from './diets.ts';
import { mergeEither } from './either.ts';
import { codes, nearLevels } from './near-levels.ts';
import { isNameToo, isOther, isOtherForm, isStemOther, stemsOf } from './other-forms.ts';
import { isByTheWay as isSaidByTheWay, mentionsAmongOwn, unknown } from './own-mentions.ts';
import { placeTest, streetUnit } from './places.ts';
import type { CategoryRow, Token, WordsRead } from './read-words.ts';
import { type KnownWords, type Segment, segmentsOf } from './segments.ts';

/** The kinds, categories and words that a segment means. */
function meaningOf(segment: Segment, read: WordsRead, isWordless: boolean) {
  const { tokens, hits, property, alternatives, synonymKinds } = segment;
  const ids = (...strengths: number[]) =>
    hits.filter((hit) => strengths.includes(hit.strength) && !hit.isBrand).map(({ kind }) => kind);
  const kindsOf = (list: readonly string[]) => list.flatMap((id) => read.kinds.find((kind) => kind.id === id) ?? []);
  const meant = [...new Set([...ids(2), ...synonymKinds])];
  const text = tokens.map(({ word }) => word).join(' ');
  const telling = tokens.filter(({ word }) => !isSmall(word));
  // Listings may have a brand's name without the rest: 'Crumbl' for 'crumbl cookies'.
  const [first] = telling;
  const isShort =
    first !== undefined && first.docs > 0 && !first.isReal && !first.isWord && telling.some(({ docs }) => docs === 0);
  // 'Cash or card' is not 'cash only'.
  const isCondition = property !== null && meant.every((kind) => kind.startsWith('%'));
  const lexemes = isWordless
    ? []
    : (isShort ? [first] : telling.length > 0 && !isCondition ? telling : tokens).map(({ lexeme }) => lexeme);
  const isNameOf = ({ lexemes: own, slug }: CategoryRow) => own.includes(lexemes[0] ?? '') && slug !== 'other';
  const named = tokens.length === 1 && !isWeak(text) ? read.categories.filter(isNameOf) : [];
  const wide = read.categories.filter(({ slug }) => meant.includes(`@${slug}`));
  const strong = kindsOf(meant);
  return {
    text,
    lexemes,
    property,
    alternatives,
    strong,
    weak: kindsOf(ids(0, 1)),
    brand: kindsOf(hits.filter(({ isBrand, strength }) => isBrand && strength !== 1).map(({ kind }) => kind)),
    categories: [...new Set([...wide, ...(named.length <= 2 ? named : [])])],
    isKind: strong.length > 0 || wide.length > 0,
    wordDocs: isWordless ? 0 : Math.min(...(isShort ? [first] : tokens).map(({ docs }) => docs)),
    isVague: tokens.every(({ word }) => isWeak(word) || isSmall(word)),
    isByTheWay: isSaidByTheWay(segment, kindsOf(ids(0))),
  };
}

const vagueWeight = 0.2;
/** Properties are asked for beside something else, which decides. */
const propertyWeight = 0.5;
/** Beside a brand, a street tells less: the brand elsewhere is closer than others in that street. */
const brandWeight = 2;

/** Breakfast is for the guests there: only who asks for such a house may mean it. */
const guestsHouses = ['guest_house', 'hotel', 'motel', 'hostel'];
const notForGuests = guestsHouses.map((id) => ` & !${quoted(`=${id}`)}`).join('');
const asksForHouse = ({ phrases }: WordsRead) =>
  phrases.some(({ kind, strength }) => strength === 2 && guestsHouses.includes(kind));
const isBreakfast = (strong: readonly { id: string }[]) => strong.some(({ id }) => id === 'breakfast');
const openToAll = (strong: readonly { id: string }[], read: WordsRead, conditions: (string | null)[]) =>
  isBreakfast(strong) && !asksForHouse(read)
    ? conditions.map((each) => (each === null ? null : `(${each}${notForGuests})`))
    : conditions;

interface UnitBeside {
  /** Its words stand in listings for something else: only what listings are, or have, counts. */
  isWordless: boolean;
  /** Another word may be a name: 'sundial books'. */
  isBesideName: boolean;
  /** Another word means a kind: 'facial' beside 'gift card'. */
  isBesideKind: boolean;
}

const meansKind = ({ hits }: Segment) =>
  hits.some(({ strength, isBrand, kind }) => strength === 2 && !isBrand && !kind.startsWith('%'));
/** 'Mango' is a brand, and a fruit. */
const isPlainBrand = ({ tokens, hits }: Segment) =>
  tokens.length === 1 && tokens.every(({ isReal }) => isReal) && hits.every(({ isBrand }) => isBrand);

function unitOf(segment: Segment, read: WordsRead, { isWordless, isBesideName, isBesideKind }: UnitBeside): Unit {
  const {
    text,
    lexemes,
    property,
    alternatives,
    strong,
    weak,
    brand,
    categories,
    isKind,
    wordDocs,
    isVague,
    isByTheWay,
  } = meaningOf(segment, read, isWordless);
  const isBrand = brand.length > 0 && strong.length === 0;
  const kinds = strong.length > 0 ? [...strong, ...brand] : [...brand, ...weak];
  const words = all(lexemes);
  const sure = certainKinds(strong, read);
  const certain = [...sure.one, ...categories.flatMap(certainlyOf), property && quoted(`=p:${property.key}`)];
  const isName = !isKind && property === null;
  // 'Chase Hill Boulevard' is no branch of the bank.
  const [inPart, inText] = isBrand ? ['AB', 'ABD'] : ['ABC', ''];
  // 'Carriage Return Copy' makes no copies.
  const others = lexemes.length === 1 ? codes(strong, '~-').map((code) => ` & !${code}`) : [];
  const notOther = (condition: string | null) =>
    condition && (others.length > 0 ? `(${condition}${others.join('')})` : condition);
  const one = or([...certain, ...(isName ? [lexemes, ...alternatives].map((each) => all(each, 'A')) : [])]);
  const two = or(
    openToAll(strong, read, [
      notOther(all(lexemes, isKind ? 'A' : inPart)),
      ...alternatives.map((each) => all(each, inPart)),
      ...(isByTheWay ? [] : codes(weak, '=')),
      ...sure.two,
      ...codes(strong, '~'),
      ...categories.map(({ code }) => quoted(code)),
      ...(property?.phrases ?? []).map((phrase) =>
        (isWordless && phrase.stems === stemsOf(segment)) || isStemOther(phrase)
          ? null
          : all(phrase.stems.split(' '), isNameToo(phrase, segment) ? '' : 'D'),
      ),
    ]),
  );
  const mentions = [lexemes, ...alternatives].map((each) => all(each, inText));
  const isAnywhere = isBesideName || (isBreakfast(strong) && asksForHouse(read));
  const ownMentions = isAnywhere
    ? mentions
    : [
        ...mentionsAmongOwn([lexemes, ...alternatives], mentions, segment, read),
        // A salon that says that it has gift cards has them.
        isBesideKind && isKind && lexemes.length > 1 ? `(${lexemes.map(quoted).join(' <-> ')})` : null,
      ];
  const isNear = isOtherForm(segment);
  const three = or(
    openToAll(strong, read, [...(isNear ? [] : ownMentions.map(notOther)), ...(isByTheWay ? [] : codes(weak, '~'))]),
  );
  // In what part of a listing a word stands is asked of the listing alone: the index would send each one to be looked at twice.
  const has = or([one, two, three].flatMap((level) => level?.replaceAll(/:[ABCD]+/g, '').split(' | ') ?? []));
  // 'Best Buy' is made of words that tell nothing by themselves.
  const isBrandName = isBrand && segment.tokens.length > 1;
  const telling = isKind ? segment.tokens.filter(({ word }) => !isWeak(word) && !isSmall(word)) : [];
  const parts = lexemes.length > 1 ? telling.map(({ lexeme }) => lexeme) : [];
  const usual = read.categories.filter(
    ({ slug }) => slug !== 'other' && kinds.some((kind) => kind.categories[0] === slug),
  );
  const docs = Math.max(
    wordDocs + segment.alternativeDocs,
    ...[...strong, ...weak].map((kind) => kind.docs),
    ...categories.map(({ count }) => count),
    property ? (read.properties[property.key] ?? 0) : 0,
  );
  const inCategory = [...usual.map(({ code }) => quoted(code)), ...parts.map(quoted), ...mentions];
  const { four, five, isAway } = nearLevels(
    { strong, weak, brand, isByTheWay, docs, isOfWords: lexemes.length > 1 },
    { mentions: isNear ? ownMentions : [], inCategory },
  );
  // Nobody has counted the listings with all words of a brand's name.
  const isLikely = strong.length > 0 || isByTheWay || docs === 0 || (isBrand && lexemes.length > 1);
  return {
    ...{ text, one, two, three, four, five, docs, kinds, categories, property },
    // Nobody has it: what is like it, and what is in its category, are close results.
    any: or([has, isLikely ? four : null, docs === 0 || isAway ? five : null]) ?? quoted(text),
    anyNear: or([has, isLikely ? four : null]) ?? quoted(text),
    has: has ?? quoted(text),
    named: isWordless || !isKind ? null : or(telling.slice(-1).map(({ lexeme }) => all([lexeme], 'A'))),
    isMeant: isKind || (!isBrand && wordDocs === 0 && !isByTheWay),
    certain: or(certain) ?? or([words, ...alternatives.map((each) => all(each))]) ?? quoted(text),
    weight:
      isVague && isName && !isBrandName
        ? vagueWeight
        : property !== null && !isKind
          ? propertyWeight
          : isBrand
            ? brandWeight
            : 1,
  };
}

const maxUnits = 8;
/** The street of what somebody looks for: the same elsewhere is closer than others in that street. */
const placeWeight = 0.95;
/** Names of bars seldom say so: on that street, places to eat of which nobody knows more stand before bars elsewhere (5-find.sql). */
const likelyPlaceWeight = 0.97;
/** In 'shops on park hill' the place decides: 'shops' weighs less. */
const anythingWeight = 0.6;
const ageWeight = 0.4;
const seldomNamed = new Set(['bar', 'pub', 'nightclub', 'restaurant', 'live_music']);

/** Tells words of the town's name from the same words meant as a kind: 'olmos park' is a town, 'park' alone a park, 'park hill' a street. */
function townTest(segments: readonly Segment[], { tokens }: WordsRead, town: readonly (readonly string[])[]) {
  const inName = new Set<Token>();
  for (const name of town) {
    for (let at = 0; at + name.length <= tokens.length; at += 1) {
      const part = tokens.slice(at, at + name.length);
      if (part.every(({ word }, index) => word === name[index])) for (const token of part) inName.add(token);
    }
  }
  const words = new Set(town.flat());
  const isWord = ({ tokens }: Segment) => tokens.every(({ word }) => words.has(singular(word)) || words.has(word));
  const isName = (segment: Segment) => segment.hits.length === 0 && segment.property === null && !isWord(segment);
  const hasName = segments.some(isName);
  return (segment: Segment): 'town' | 'kind' | null => {
    if (!isWord(segment) || segment.street?.place) return null;
    const isKind = segment.hits.some(({ strength, isBrand }) => strength === 2 && !isBrand);
    return isKind && !hasName && !segment.tokens.some((token) => inName.has(token)) ? 'kind' : 'town';
  };
}

interface Known extends KnownWords {
  /** Words of the town's own names: nearly everything is there, or nothing says so. */
  town: readonly (readonly string[])[];
}

export function unitsOf(read: WordsRead, known: Known): Unit[] {
  const segments = segmentsOf(read, known);
  // Neither '5 year old' nor 'h' says what somebody looks for.
  const isNoWord = ({ word, docs, place }: Token) =>
    (/^\p{L}$/u.test(word) && !/^[nsew]$/.test(word)) ||
    // 'A 1920s house'
    (/^(?:1[89]|20)\d\ds?$/.test(word) && docs === 0) ||
    (isNumber.test(word) && (docs === 0 || isOfAge.test(read.tokens[place]?.word ?? '')));
  const isFiller = ({ tokens, hits, property }: Segment) =>
    property === null &&
    hits.every(({ strength }) => strength < 2) &&
    tokens.every((token) => isSmall(token.word) || (hits.every(({ strength }) => strength === 0) && isNoWord(token)));
  const telling = segments.filter((segment) => !isFiller(segment));
  const isTown = townTest(telling, read, known.town);
  const isPlace = placeTest(read);
  const mayBeName = (segment: Segment) =>
    [segment.property, segment.street, isTown(segment)].every((each) => each === null) &&
    segment.hits.length === 0 &&
    segment.tokens.some(({ word, docs }) => docs > 0 && !isSmall(word) && !isWeak(word));
  const unitFor = (segment: Segment) => {
    if (segment.street) return streetUnit(segment.street, read, new Set(known.town.flat()));
    if (isDiet(segment)) return dietUnit(segment, read);
    return unitOf(segment, read, {
      isWordless:
        isTown(segment) === 'kind' ||
        segment.isToFix ||
        segment.isTitle ||
        isOther(segment) ||
        (segment.isShared && segment.property !== null),
      isBesideName: telling.some(
        (other) => other !== segment && (mayBeName(other) || (isPlainBrand(segment) && meansKind(other))),
      ),
      isBesideKind: telling.some((other) => other !== segment && meansKind(other)),
    });
  };
  const each = (telling.length > 0 ? telling : segments).map((segment) => {
    const unit = { ...unitFor(segment), isPlace: isPlace(segment) };
    const isOfTown = isTown(segment) === 'town';
    return {
      segment,
      unit: isOfTown ? { ...unit, weight: 0.15, kinds: [], categories: [], property: null } : unit,
    };
  });
  const units = mergeEither(segments, each);
  // 'live music' is a kind, too, but beside 'beer garden' it is what that has.
  const isWhat = ({ property, weight, docs, kinds, isPlace }: (typeof units)[number]) =>
    !isPlace && property === null && weight >= 1 && docs > 0 && kinds.length > 0;
  const place = units.find(({ isPlace }) => isPlace);
  // 'Shops on park hill' asks for any business there.
  const isAnything = ({ text, isPlace, categories }: (typeof units)[number]) =>
    !isPlace && categories.length > 0 && text.split(' ').every((word) => isWeak(word) || isSmall(word));
  for (const unit of place ? units : []) if (isAnything(unit)) unit.weight = anythingWeight;
  // 'Shop' beside 'wifi coffee' says no more.
  const isBesideKind = units.some((unit) => !isAnything(unit) && isWhat(unit) && unit.isMeant);
  for (const unit of isBesideKind ? units : []) if (isAnything(unit)) unit.weight = Math.min(unit.weight, vagueWeight);
  for (const unit of place ? units : []) {
    // On that street a restaurant of which nobody knows more may be the bar.
    const likely = read.categories.filter(({ slug }) => unit.kinds.some(({ categories: [first] }) => first === slug));
    if (likely.length === 0) continue;
    const maybe = `(${unknown} & (${likely.map(({ code }) => quoted(code)).join(' | ')}))`;
    unit.four = or([unit.four, maybe]);
    unit.any = `${unit.any} | (${maybe} & (${place?.has}))`;
  }
  // Few places say for which ages they are.
  for (const { unit, segment } of each)
    if (unit.property !== null && segment.tokens.some(({ word }) => isOfAge.test(word)) && units.some(isWhat))
      unit.weight = ageWeight;
  if (units.some(isWhat)) {
    for (const unit of units) if (unit.property !== null) unit.weight = Math.min(unit.weight, propertyWeight);
    const isSeldomNamed = units.some((unit) => isWhat(unit) && unit.kinds.some(({ id }) => seldomNamed.has(id)));
    for (const unit of units)
      if (unit.isPlace) unit.weight = Math.min(unit.weight, isSeldomNamed ? likelyPlaceWeight : placeWeight);
  }
  const different = [...new Map(units.map((unit) => [unit.any, unit])).values()];
  return different.toSorted((a, b) => b.weight - a.weight || a.docs - b.docs).slice(0, maxUnits);
}
