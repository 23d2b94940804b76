/** Tells how a search was read, what else may help, and what else in town answers it. */
import { isDangerAlone } from '#features/town-texts/server/emergencies.ts';
import { readTownIndex, type TownSources } from '#features/town-texts/server/read-town-texts.ts';
import { type FoundText, findInTown, isOnDays } from '#features/town-texts/server/town-index.ts';
import { emergencyHref } from '#features/town-texts/server/town-pages.ts';
import { eventWords } from '#server/db/vocabulary/date-words.ts';
import type { SearchContext, TownHit } from '../../contract.ts';
import { askTheTown, type Found, isOfBrand, isOfKind, tidy, withoutPart } from './ask-the-town.ts';
import { wordsOf } from './clean-search.ts';
import type { Unit } from './conditions.ts';
import { findOffers } from './offers-in-town.ts';
import type { Question } from './read-question.ts';
import type { FoundPart } from './read-times.ts';
import type { CategoryRow } from './read-words.ts';

/** The text without the pieces that these words stand in, once. */
function withoutWords(text: string, words: readonly string[]): { typed: string; rest: string } {
  const pieces = text.split(' ');
  const taken = new Set<number>();
  for (const word of words) {
    const at = pieces.findIndex((piece, index) => !taken.has(index) && wordsOf(piece).includes(word));
    if (at >= 0) taken.add(at);
  }
  return {
    typed: pieces.filter((_, at) => taken.has(at)).join(' '),
    rest: tidy(pieces.filter((_, at) => !taken.has(at)).join(' ')),
  };
}

type Understood = SearchContext['understood'];

/** Levels of docs/search.md: it is only mentioned; the last of what is like it. */
const mentioned = 3;
const near = 4;
const isAtMostNear = (level = 0) => level >= 1 && level <= near;

function readUnit({ text, kinds, categories, property, isMeant }: Unit, typed: string): Understood {
  const { typed: own, rest } = withoutWords(typed, text.split(' '));
  // A name needs no explanation, and a brand's kinds are many: who looks for a supermarket's name wants no car wash.
  const what = isMeant ? (categories[0]?.name ?? kinds[0]?.name) : undefined;
  const label = property?.name ?? what;
  return label === undefined ? [] : [{ kind: property ? 'property' : 'what', text: own || text, label, without: rest }];
}

/** @param levels a word that the best listing has not, beside others that it has, is no kind to name: 'short' in 'short term rental' */
function understood(
  { text, when, nearMe, units, unwanted, correctedTo }: Question,
  { levels, isPlaceKnown }: Pick<Found, 'levels' | 'isPlaceKnown'>,
): Understood {
  const typed = correctedTo ?? text;
  const words = wordsOf(typed);
  const placeOf = (unit: Unit) => words.indexOf(unit.text.split(' ')[0] ?? '');
  const isMet = (unit: Unit, at: number) =>
    unit.property !== null || levels === null || units.length === 1 || isAtMostNear(levels[at]);
  // The category that 'anything but tacos' asks for was not typed.
  const isTyped = ({ text }: Unit) => unwanted.length === 0 || text.split(' ').some((word) => words.includes(word));
  const inOrder = units
    .filter((unit, at) => isMet(unit, at) && isTyped(unit))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  const readPart = (kind: 'when' | 'where', part: FoundPart | null, label = ''): Understood =>
    part ? [{ kind, text: text.slice(part.from, part.to), label, without: withoutPart(text, part) }] : [];
  return [
    ...inOrder.flatMap((unit) => readUnit(unit, typed)),
    ...unwanted.map(({ words, label }): Understood[number] => {
      const { typed: own, rest } = withoutWords(typed, words);
      return { kind: 'what', text: own, label, without: rest };
    }),
    ...readPart('when', when, when?.label),
    ...readPart('where', nearMe, isPlaceKnown ? 'Near you' : 'Near the center'),
  ];
}

const maxCategories = 3;

/** Categories in which people look for what the search means: those of its kinds, the likeliest first. */
function offeredCategories({ units, categories }: Question): CategoryRow[] {
  const slugs = units
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ kinds, categories: own }) => [
      ...own.map(({ slug }) => slug),
      ...kinds.slice(0, 3).flatMap((kind) => kind.categories.slice(0, 1)),
      ...kinds.slice(0, 2).flatMap((kind) => kind.categories.slice(1, 2)),
    ]);
  return [...new Set(slugs)]
    .flatMap((slug) => categories.find((each) => each.slug === slug && !each.isHidden) ?? [])
    .slice(0, maxCategories);
}

/** With so many good listings nobody needs another category. */
const enough = 3;
const maxTownHits = 6;
/** A text beside good listings has this share of the search at least; otherwise many a list would have pages that nobody asked for. */
const nearlyAll = 0.95;
/** The same for what is on at the very time: 'live music tonight'. */
const half = 0.5;
/** The same beside a brand, and for a page beside a kind of business: 'burger king' is no visit of a king, a 'gas station' no leak of gas. */
const mostly = 0.75;

/** Some listing is of the kind that was asked for, whatever else it lacks. */
const isKindThere = ({ units }: Question, levels: readonly number[] | null) =>
  units.some(
    ({ isMeant, kinds, categories, docs }, at) =>
      isMeant && kinds.length + categories.length > 0 && docs > 0 && levels?.[at] === 1,
  );

/**
 * Beside the town's own answer some listing is meant as well: it is of the kind that the words surely mean, or has all the words and
 * more than mentions them. 'Animal control' means no category of pets, 'parking ticket' nobody who has parking.
 */
function isBusinessThere({ question: { units }, complete, levels }: Found): boolean {
  const asked = units.flatMap((unit, at) => (unit.weight > 0.5 ? [{ ...unit, level: levels?.[at] ?? 0 }] : []));
  const isNearAll = asked.every(({ level }) => isAtMostNear(level));
  return asked.some(({ certain, kinds, docs, level }) => {
    const isKind = certain.includes("'=");
    if (complete > 0) return isKind ? isAtMostNear(level) : docs > 0 && level > 0 && level < mentioned;
    return isKind && kinds.length > 0 && (isNearAll || level === 1);
  });
}

/** Only an office gives these. */
const officialPapers = /\b(permits?|licen[cs]es?|ordinances?|permisos?|licencias?)\b/;

/** A paper of an office is asked for, and no business is for it: who walks dogs, and has a license, gives no 'dog license'. */
const isForAnOffice = ({ question: { units }, levels }: Found) =>
  units.some(
    ({ text, property }, at) => officialPapers.test(text) && (property !== null || ![1, 2].includes(levels?.[at] ?? 0)),
  );

/** The best listing mentions one of three things or more: 'fresh produce straight from growers' and a dentist's straight teeth. */
function isByChance({ question: { units }, complete, levels }: Found): boolean {
  const telling = units.flatMap(({ weight }, at) => (weight < 0.5 ? [] : [levels?.[at] ?? 0]));
  const had = telling.filter((level) => level > 0);
  return complete === 0 && telling.length >= 3 && had.length === 1 && had.every((level) => level >= mentioned);
}

/** Nothing but what is on is asked for: whoever plans events is of no use then. */
const isWhatIsOn = ({ question: { units } }: Found, { text: { href } }: FoundText) =>
  href === '/events' && units.every(({ text, weight }) => weight < 0.5 || eventWords.test(text));

/** Something in a street is asked for, and some listing is there. */
const isSomethingThere = ({ units }: Question, levels: readonly number[] | null) =>
  units.length > 1 && units.some(({ isPlace }, at) => isPlace && [1, 2, 3].includes(levels?.[at] ?? 0));

/** Nothing but what listings have is asked for, and some have it: 'dogs allowed' asks for no rule of the city. */
const isPropertyAlone = ({ units }: Question, complete: number) =>
  complete > 0 &&
  units.some(({ property }) => property !== null) &&
  units.every(({ property, weight }) => property !== null || weight < 0.5);

/** Pages that tell of the whole town. */
const ofWholeTown = new Set(['/history', '/events', '/helpful-links']);

/** The town is asked about by its name, and beside it nothing that a business could be: 'tell me about olmos park'. */
const isOfTownAlone = (best: FoundText, { plain, units }: Question, ofTown: ReadonlySet<string>) =>
  best.isNamed &&
  ofWholeTown.has(best.text.href) &&
  [...ofTown].every((word) => plain.split(' ').includes(word)) &&
  units.every(
    ({ text, weight, kinds, isMeant }) =>
      weight < 0.5 || text.split(' ').every((word) => ofTown.has(word)) || !(isMeant && kinds.length > 0),
  );

/** Where a business may be meant as well, it stands third at the latest. */
const maxBeside = 2;

/**
 * Counts the town's texts that stand above the listings. All do for what is on, for an emergency, and for a matter that the search
 * names while no listing has all of it. At most two do where a business may be meant as well: the search names the matter or has the
 * words of the title, and a listing has all of it; or the text is only guessed. None does where a listing is of the asked kind, in the
 * asked street, or of that name.
 */
function countAbove({ question, complete, levels }: Found, best: FoundText, ofTown: ReadonlySet<string>): number {
  const { href } = best.text;
  if (best.isUrgent || isOfTownAlone(best, question, ofTown)) return maxTownHits;
  if (href === '/events' && (best.isNamed || best.covered >= nearlyAll)) return maxTownHits;
  if (isPropertyAlone(question, complete)) return 0;
  if (best.isNamed && (href === emergencyHref || complete === 0)) return maxTownHits;
  if (isKindThere(question, levels) || (!best.isNamed && isSomethingThere(question, levels))) return 0;
  // A text with some of the words is no answer beside a listing that has others: a 'property manager' needs no exemption. Nor is a page with half of them.
  const isPart =
    best.isGuess &&
    !best.isMatter &&
    (best.text.kind !== 'event' || best.covered < mostly) &&
    (levels !== null || (best.text.kind === 'page' && best.covered < mostly));
  if (complete === 0 && isPart) return 0;
  if (complete === 0) return levels === null ? maxTownHits : maxBeside;
  // A name that was typed in full is looked for: 'old paint hours' are those of a garage.
  const telling = question.units.flatMap(({ weight }, at) => (weight < 0.5 ? [] : [levels?.[at]]));
  const isName = telling.length > 0 && telling.every((level) => level === 1);
  const isSaid = best.isNamed || (best.isTitled && best.covered >= nearlyAll);
  return isSaid && !isName && !isOfBrand(question) ? maxBeside : 0;
}

/**
 * Beside good listings only those that are about all of the search, and what is on that very day; for a kind of business or a brand only
 * those whose title says so.
 */
function fits(
  { text, covered, isAbout, isTitled, isMatter }: FoundText,
  { question, complete }: Found,
  days: Days,
): boolean {
  if (isMatter || (isAbout && covered >= half && isOnDays(text, days))) return true;
  if (complete > 0) return isTitled && isAbout && covered >= nearlyAll;
  if (!isOfKind(question)) return isAbout || covered >= nearlyAll;
  return isAbout && isTitled && (covered >= mostly || !(isOfBrand(question) || text.kind === 'page'));
}

type Days = Parameters<typeof isOnDays>[1];

/** All words stand in the name of a listing and mean nothing else: a restaurant that is called 'Fuego'. */
const isNameTyped = ({ question: { units }, complete, levels }: Found) =>
  complete > 0 &&
  units.every(
    ({ kinds, categories, property }, at) =>
      property === null && kinds.length + categories.length === 0 && levels?.[at] === 1,
  );

/** Nobody needs a business: a danger is named and nothing else, or no listing has all that was asked for. */
const isForHelpAlone = (asked: Found, { typed, spelled }: ReturnType<typeof askTheTown>) =>
  !isNameTyped(asked) && (asked.complete === 0 || isDangerAlone(typed, spelled));

/** The search names the text's matter or is its title, and no business is meant besides; or listings have a word by chance. */
const answersAlone = (best: FoundText, asked: Found, ask: ReturnType<typeof askTheTown>) =>
  (best.isUrgent && best.text.href === emergencyHref && isForHelpAlone(asked, ask)) ||
  isOfTownAlone(best, asked.question, ask.ofTown) ||
  isByChance(asked) ||
  ((best.isNamed || (best.isTitled && best.covered >= nearlyAll)) &&
    !best.isGuess &&
    !isOfBrand(asked.question) &&
    (!isBusinessThere(asked) || isForAnOffice(asked) || isWhatIsOn(asked, best)));

const hitOf = ({ text: { kind, title, href, note, phone } }: FoundText): TownHit => ({
  ...{ kind, title, href, note: note || null, phone: phone ?? null },
});

/** Events, articles and pages, and what else helps. */
export async function aroundSearch(from: TownSources, asked: Found) {
  const { question, complete } = asked;
  const ask = askTheTown(asked, from);
  const inOrder = findInTown(await readTownIndex(from), ask);
  // 'Suggest an event' is a page below that of all events, which has been found by the same words.
  const isBelow = ({ text: { kind, href } }: FoundText, at: number) =>
    kind === 'page' && inOrder.slice(0, at).some((before) => href.startsWith(`${before.text.href}/`));
  const found = inOrder.filter((text, at) => !isBelow(text, at));
  const offers = await findOffers(from, ask.search);
  const doesFit = (text: FoundText) => fits(text, asked, ask);
  const [town, others] = [found.filter(doesFit), found.filter((text) => !doesFit(text))];
  // An article with the very words may stand before the page that the search names.
  const best = town.slice(0, maxBeside + 1).find(({ isNamed }) => isNamed) ?? town[0];
  const ofTown = best === undefined ? 0 : countAbove(asked, best, ask.ofTown);
  // An event in the days that were asked for is no guess.
  const isOnlyGuess = ({ text, isGuess }: FoundText) => isGuess && !(text.kind === 'event' && isOnDays(text, ask));
  const ofBusinesses = offers.found.map((offer): TownHit => ({ ...hitOf(offer), kind: 'offer' }));
  const shown = [...ofBusinesses, ...(offers.isAll ? [] : town.map(hitOf))].slice(0, maxTownHits);
  const townAbove = Math.min(shown.length, offers.found.length + (offers.isAll ? 0 : ofTown));
  return {
    understood: understood(question, asked),
    offers: {
      categories: complete < enough ? offeredCategories(question).map(({ slug, name }) => ({ slug, name })) : [],
      pages: complete === 0 ? others.slice(0, enough).map(hitOf) : [],
    },
    town: shown,
    townAbove,
    isTownAlone: townAbove > 0 && (offers.isAll || (best !== undefined && answersAlone(best, asked, ask))),
    townIsGuess: townAbove > 0 && offers.found.length === 0 && town.slice(0, townAbove).every(isOnlyGuess),
  };
}
