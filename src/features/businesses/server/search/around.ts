/** Tells how a search was read, what else may help, and what else in town answers it. */
import { readTownIndex, type TownSources } from '#features/town-texts/server/read-town-texts.ts';
import { findInTown } from '#features/town-texts/server/town-index.ts';
import { dayOf } from '#shared/dates.ts';
import type { SearchContext, TownHit } from '../../contract.ts';
import { isWeak as isWeakWord, wordsOf } from './clean-search.ts';
import type { Unit } from './conditions.ts';
import type { Question } from './read-question.ts';
import { daysOf, type FoundPart } from './read-times.ts';
import type { CategoryRow, Token } from './read-words.ts';

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
const withoutPart = (text: string, { from, to }: FoundPart) => tidy(`${text.slice(0, from)} ${text.slice(to)}`);

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

function readUnit({ text, kinds, categories, property, isMeant }: Unit, typed: string): Understood {
  const { typed: own, rest } = withoutWords(typed, text.split(' '));
  // A name needs no explanation, and a brand's kinds are many: who looks for a supermarket's name wants no car wash.
  const what = isMeant ? (categories[0]?.name ?? kinds[0]?.name) : undefined;
  const label = property?.name ?? what;
  return label === undefined ? [] : [{ kind: property ? 'property' : 'what', text: own || text, label, without: rest }];
}

function understood({ text, when, nearMe, units, correctedTo }: Question): Understood {
  const typed = correctedTo ?? text;
  const words = wordsOf(typed);
  const placeOf = (unit: Unit) => words.indexOf(unit.text.split(' ')[0] ?? '');
  const inOrder = units.toSorted((a, b) => placeOf(a) - placeOf(b));
  const readPart = (kind: 'when' | 'where', part: FoundPart | null, label = ''): Understood =>
    part ? [{ kind, text: text.slice(part.from, part.to), label, without: withoutPart(text, part) }] : [];
  return [
    ...inOrder.flatMap((unit) => readUnit(unit, typed)),
    ...readPart('when', when, when?.label),
    ...readPart('where', nearMe, 'Near you'),
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

interface Found {
  question: Question;
  /** Listings that have all that was asked for. */
  complete: number;
}

/** With so many good listings nobody needs another category. */
const enough = 3;
const maxTownHits = 6;
/** A text beside good listings has this share of the search at least; otherwise many a list would have pages that nobody asked for. */
const nearlyAll = 0.95;
/** The same beside a brand: 'burger king' is no visit of a king. */
const mostly = 0.75;

/** Events, articles and pages: beside good listings only those that are about all of the search. */
export async function aroundSearch(from: TownSources, { question, complete }: Found) {
  const { text, when, nearMe } = question;
  const cut = [when, nearMe].filter((part) => part !== null).toSorted((a, b) => b.from - a.from);
  const whole = cut.reduce((rest, part) => withoutPart(rest, part), text);
  const isWeak = complete === 0;
  // A search for a kind of business or a brand means a text of the town only where its title says so.
  const isOfKind = question.units.some(
    ({ isMeant, kinds, categories, weight }) => kinds.length + categories.length > 0 && (isMeant || weight > 1),
  );
  // A plan for shops has nothing to do with a 'pawn shop'. Every page has the town's name, so it makes none fit 'olmos park pharmacy'.
  const ofTown = new Set(wordsOf(from.city.facts.name));
  const telling =
    isWeak && isOfKind
      ? wordsOf(whole)
          .filter((word) => !isWeakWord(word) && !ofTown.has(word))
          .join(' ')
      : '';
  const search = telling === '' ? whole : telling;
  const isOfBrand = question.units.some(({ weight }) => weight > 1);
  const isKnown = ({ isReal, isWord, docs }: Token) => isReal || isWord || (!isWeak && docs > 0);
  const known = new Set(question.read.tokens.flatMap((token) => (isKnown(token) ? token.word : [])));
  // 'pilaties' are Pilates, and no license plates.
  if (!isWeak) for (const word of question.replaced) known.add(word);
  const found = findInTown(await readTownIndex(from), {
    search,
    whole: text,
    days: when ? daysOf(when.ask, dayOf(from.now(), from.city.facts.timeZone)) : [],
    isTyping: false,
    now: from.now(),
    known,
    isLoose: isWeak && !isOfBrand,
    isOfKind: question.units.some(({ isMeant, kinds, docs }) => isMeant && kinds.length > 0 && docs > 0),
  });
  const hits = found.map(({ text: { kind, title, href, note }, covered, isAbout, isTitled, isMatter }) => ({
    hit: { kind, title, href, note: note || null } satisfies TownHit,
    isShown:
      isMatter ||
      (isWeak
        ? (isAbout && (!isOfKind || (isTitled && (!isOfBrand || covered >= mostly)))) ||
          (!isOfKind && covered >= nearlyAll)
        : isTitled && isAbout && covered >= nearlyAll),
  }));
  const town = hits.filter(({ isShown }) => isShown).slice(0, maxTownHits);
  const pages = isWeak ? hits.filter(({ isShown }) => !isShown).slice(0, enough) : [];
  return {
    understood: understood(question),
    offers: {
      categories: complete < enough ? offeredCategories(question).map(({ slug, name }) => ({ slug, name })) : [],
      pages: pages.map(({ hit }) => hit),
    },
    town: town.map(({ hit }) => hit),
  };
}
