/** Searches the town's few hundred texts in memory, in less than a millisecond. */
import { editDistance } from '#shared/edit-distance.ts';
import { findMatterPages } from './town-matters.ts';
import { emergencyHref } from './town-pages.ts';
import type { TownText } from './town-text.ts';
import { alikeTo, askedWords, stem, wordsOf } from './town-words.ts';

export interface FoundText {
  text: TownText;
  /** Share of the question that the text covers by what its words tell, 0 to 1. */
  covered: number;
  /** A title, or words that stand for it, has what was asked for; false: the text only mentions it. */
  isAbout: boolean;
  /** The title itself has a word of the question. */
  isTitled: boolean;
  /** The question is of a matter of the town, and this is the page for it. */
  isMatter: boolean;
  /** The question names that matter: its words mean no business as well. */
  isNamed: boolean;
  /** It has not just what was asked for: it is the nearest that there is, or a guess. */
  isGuess: boolean;
  /** A life is in danger: this is whom to call. */
  isUrgent: boolean;
  score: number;
}

export interface TownIndex {
  texts: readonly TownText[];
  /** For each stem the texts that hold it, with the weight of the best place. */
  places: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** All stems, sorted. */
  stems: readonly string[];
  /** The number of texts that are found by words. */
  size: number;
}

const inTitle = 3;
const inAlso = 2;
/** A page's few words say what it is. */
const inBrief = 1.9;
const inBody = 1;
/** Shares of the question by what its words tell: a text has at least `minCovered`, or `minOfKnown` when its title has that part and every word is known. */
const minCovered = 0.5;
const minOfKnown = 0.4;
/** A text below this share of the best text's score is noise. */
const minOfBest = 0.35;
/** A text is about a question when its title or `also` has this share of it. */
const minAbout = 0.3;
/** Beside the pages for a matter of the town: the share of a question that a text before them has, and one after them. */
const minExact = 0.95;
const minBeside = 0.6;
/** A page's text of so few letters is about all that it says, unless somebody is still typing. */
const maxBrief = 200;

/** At most so many events of the days that somebody asks for stand below the page of all events. */
const maxOnDays = 4;

const isBrief = ({ kind, body }: TownText) => kind === 'page' && body.length < maxBrief;

export function townIndex(texts: readonly TownText[]): TownIndex {
  const places = new Map<string, Map<number, number>>();
  texts.forEach((text, at) => {
    if (text.isLater) return;
    const put = (words: string[], weight: number) => {
      for (const word of words) {
        const key = stem(word);
        const held = places.get(key) ?? new Map<number, number>();
        held.set(at, Math.max(held.get(at) ?? 0, weight));
        places.set(key, held);
      }
    };
    put(wordsOf(text.title), inTitle);
    put(wordsOf(text.also), inAlso);
    put(wordsOf(text.body), isBrief(text) ? inBrief : inBody);
  });
  const size = texts.filter(({ isLater }) => !isLater).length;
  return { texts, places, stems: [...places.keys()].toSorted(), size };
}

/** Stems of the index that a typed word may mean, each with how well it fits, 0 to 1. */
function meanings(
  { places, stems }: TownIndex,
  word: string,
  { isHalfTyped, isSlip }: { isHalfTyped: boolean; isSlip: boolean },
): Map<string, number> {
  const own = stem(word);
  const found = new Map<string, number>();
  const add = (candidate: string, fit: number) => {
    if (places.has(candidate)) found.set(candidate, Math.max(found.get(candidate) ?? 0, fit));
  };
  add(own, 1);
  for (const other of alikeTo(own)) add(other, 0.8);
  if (isHalfTyped) for (const each of beginningWith(stems, word)) add(each, 0.9);
  if (found.size > 0 || word.length < 5 || !isSlip) return found;
  const maxTypos = word.length < 8 ? 1 : 2;
  const isInTitle = (candidate: string) =>
    [...(places.get(candidate)?.values() ?? [])].some((place) => place >= inAlso);
  for (const candidate of stems) {
    // A slip is mended into what a text is called: 'arepas' is no misspelled word of a story.
    if (candidate[0] !== own[0] || candidate.length < 4 || !isInTitle(candidate)) continue;
    const slips = editDistance(own, candidate, maxTypos);
    if (slips <= maxTypos) add(candidate, 0.7 - 0.1 * slips);
    else if (soundsLike(own, candidate)) add(candidate, 0.5);
  }
  return found;
}

const consonants = (word: string) => word.replace(/[aeiouy]/g, '').replace(/(.)\1+/g, '$1');

/** The same consonants in words of about one length: 'liberry' is a library. */
const soundsLike = (a: string, b: string) =>
  Math.abs(a.length - b.length) <= 1 && consonants(a).length >= 3 && consonants(a) === consonants(b);

function beginningWith(stems: readonly string[], word: string): string[] {
  let low = 0;
  let high = stems.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stems[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  const found: string[] = [];
  for (let at = low; stems[at]?.startsWith(word) && found.length < 40; at += 1) found.push(stems[at] ?? '');
  return found;
}

/** Texts with one of these stems, each with its best place for it. */
function textsHolding({ places }: TownIndex, meant: ReadonlyMap<string, number>) {
  const holding = new Map<number, { place: number; fit: number }>();
  for (const [word, fit] of meant) {
    for (const [at, place] of places.get(word) ?? []) {
      const known = holding.get(at);
      if (known === undefined || known.place * known.fit < place * fit) holding.set(at, { place, fit });
    }
  }
  return holding;
}

interface TownQuestion {
  search: string;
  /** The search with its words for a time, where those are cut from `search`: 'trash pickup saturday'. */
  whole?: string;
  /** The city's days that the search names: '2026-07-04'. */
  days?: readonly string[];
  /** The day whose evening belongs to them: the Friday before a weekend. */
  eve?: string | null;
  /** Words of the town's name: a title that has one is not about it. */
  ofTown?: ReadonlySet<string>;
  /** While somebody types, the last word counts as a beginning. */
  isTyping: boolean;
  now: Date;
  /** No listing answers: a matter that no phrase names may be meant. */
  isLoose?: boolean;
  /** A kind of business is asked for. */
  isOfKind?: boolean;
  /** Words that are spelled right: 'store' is no misspelled 'story'. */
  known?: ReadonlySet<string>;
  /** The words of `known` that were typed so: 'emergancy' is mended for listings, and a word for danger all the same. */
  spelled?: ReadonlySet<string>;
  /** The search as it was typed, with all its words. */
  typed?: string;
}

const hasDays = ({ days = [], eve = null }: Days) => days.length > 0 || eve !== null;

type Days = Pick<TownQuestion, 'days' | 'eve'>;

/** It begins on one of the days that somebody asks for. */
export function isOnDays({ day, isLate = false }: TownText, { days = [], eve = null }: Days): boolean {
  return day !== undefined && (days.includes(day) || (day === eve && isLate));
}

/** Events that begin on one of the days, or soon where no day is said, and are not over; each once, the earliest first. */
function eventsOn({ texts }: TownIndex, question: TownQuestion): TownText[] {
  const isAsked = (text: TownText) => (hasDays(question) ? isOnDays(text, question) : text.kind === 'event');
  const onDays = texts.filter((text) => isAsked(text) && (text.endsAt ?? 0) > question.now.getTime());
  const first = Map.groupBy(onDays, ({ same, title }) => same ?? title);
  return [...first.values()].flatMap(([text]) => text ?? []).slice(0, maxOnDays);
}

/** Best first. Of an event only the next time, and nothing that is over. */
export function findInTown(index: TownIndex, question: TownQuestion): FoundText[] {
  const { search, whole = search, now, known = new Set(), isLoose = false, isOfKind = false } = question;
  const { spelled, typed } = question;
  const isCurrent = ({ endsAt }: TownText) => endsAt === undefined || endsAt > now.getTime();
  const reading = { known, isLoose, isOfKind, ...(spelled && { spelled }), ...(typed !== undefined && { typed }) };
  const { pages, isCertain, isNamed, isNear, isUrgent } = findMatterPages(index.texts, whole, reading);
  const answers = pages.flatMap((at) => index.texts[at] ?? []).filter(isCurrent);
  const [best] = answers;
  const isOfEvents = best?.href === '/events';
  // An event of another day is no answer for certain days.
  const isOnOtherDay = (text: TownText) =>
    isOfEvents && text.kind === 'event' && hasDays(question) && !isOnDays(text, question);
  const asOne = { covered: 1, isAbout: true, isTitled: true, isMatter: true, isNamed, isUrgent, score: inTitle };
  const others = findByWords(index, question).filter(({ text }) => !isOnOtherDay(text));
  // 'Christmas events' has its own.
  const hasOwn = others.some(({ text, isTitled }) => text.kind === 'event' && isTitled);
  const onDays = isOfEvents && (hasDays(question) || (isNamed && !hasOwn)) ? eventsOn(index, question) : [];
  const ofMatter = answers.filter((text) => !isOnOtherDay(text));
  const inTurn = hasDays(question) ? [...ofMatter.slice(0, 1), ...onDays, ...ofMatter] : [...ofMatter, ...onDays];
  const sure = [...new Set(inTurn)].map((text): FoundText => ({ ...asOne, text, isGuess: isNear || !isCertain }));
  if (sure.length === 0) return others;
  const isSure = ({ text }: FoundText) =>
    sure.some((each) => each.text.title.toLowerCase() === text.title.toLowerCase());
  // The best texts by their words stay first where their titles have all that was asked for.
  const end = others.findIndex(
    ({ isAbout, isTitled, covered }) => !isTitled || (isCertain ? covered < minExact : !isAbout),
  );
  // The matter lists its pages: who asks for 'elections' needs no sheriff of the county, whose title is only alike.
  const stemsAsked = new Set(askedWords(search).map(stem));
  const isOther = ({ text: { kind, title } }: FoundText) =>
    isNamed && isCertain && kind === 'page' && !wordsOf(title).some((word) => stemsAsked.has(stem(word)));
  const exact = others.slice(0, end < 0 ? others.length : end).filter((found) => isSure(found) || !isOther(found));
  const isBeside = (found: FoundText) => found.isAbout && found.covered >= minBeside && !isOther(found);
  const rest = others.filter((found) => !exact.includes(found) && isBeside(found));
  const first = exact.map((found) => ({ ...found, isMatter: isSure(found), isNamed: isSure(found) && isNamed }));
  const isAmongFirst = ({ text }: FoundText) => first.some((each) => each.text.title === text.title);
  const all = [...first, ...sure.filter((found) => !isAmongFirst(found)), ...rest.filter((found) => !isSure(found))];
  // An emergency waits for nothing: 'ambulance' is the number to call before it is a story of one.
  const isFirst = ({ text }: FoundText) =>
    (text === best && (isUrgent || (isNamed && text.href === emergencyHref))) ||
    (isUrgent && answers.includes(text) && text.href === emergencyHref);
  const toCall = all.filter(isFirst).map((found) => ({ ...found, isUrgent }));
  toCall.sort((a, b) => answers.indexOf(a.text) - answers.indexOf(b.text));
  return [...toCall, ...all.filter((found) => !isFirst(found))];
}

/** Texts that have enough of the words, the best first; of texts that are one, the first in time. */
export function findByWords(index: TownIndex, question: TownQuestion): FoundText[] {
  const { search, isTyping, now, known = new Set(), ofTown = new Set() } = question;
  const words = askedWords(search);
  if (words.length === 0) return [];
  const stemsOfTown = new Set([...ofTown].map(stem));
  const isOpenEnd = isTyping && /[\p{L}\p{N}]$/u.test(search.trimEnd());
  const asked = words.map((word, at) => {
    // A single letter begins too many words, unless others narrow it down.
    const isHalfTyped = isOpenEnd && at === words.length - 1 && (word.length > 1 || words.length > 1);
    const holding = textsHolding(index, meanings(index, word, { isHalfTyped, isSlip: !known.has(word) }));
    // A word in few texts tells more. A word in none may be one that the texts put otherwise.
    const weight = Math.max(Math.log(1 + index.size / (1 + holding.size)), 0.2);
    return { holding, weight: holding.size === 0 ? weight / 2 : weight, isOfTown: stemsOfTown.has(stem(word)) };
  });
  const total = asked.reduce((sum, { weight }) => sum + weight, 0);
  const sums = new Map<number, { covered: number; score: number; best: number; isTitled: boolean }>();
  for (const { holding, weight, isOfTown } of asked) {
    for (const [at, { place: best, fit }] of holding) {
      const place = isOfTown ? inBody : best;
      const sum = sums.get(at) ?? { covered: 0, score: 0, best: 0, isTitled: false };
      sum.covered += weight;
      sum.isTitled ||= place === inTitle;
      sum.score += weight * place * fit;
      const text = index.texts[at];
      const isSaid = text !== undefined && !isTyping && isBrief(text);
      sum.best += weight * (place >= inAlso || isSaid ? 1 : 0);
      sums.set(at, sum);
    }
  }
  const isAllKnown = asked.every(({ holding }) => holding.size > 0);
  const found: (FoundText & { at: number })[] = [];
  for (const [at, { covered, score, best, isTitled }] of sums) {
    const text = index.texts[at];
    const isAbout = best / total >= minAbout;
    const isEnough = covered / total >= (isAllKnown && isAbout ? minOfKnown : minCovered);
    if (text === undefined || !isEnough) continue;
    if (text.endsAt !== undefined && text.endsAt <= now.getTime()) continue;
    // When two texts match completely, the one with the shorter title is meant.
    const length = 1 + 0.02 * wordsOf(text.title).length;
    const first = wordsOf(text.title)[0]?.startsWith(words[0] ?? '') ? 1.1 : 1;
    const share = covered / total;
    found.push({
      at,
      text,
      covered: share,
      isAbout,
      isTitled,
      isMatter: false,
      isNamed: false,
      isGuess: share < minExact,
      isUrgent: false,
      score: (first * score * share) / (total * length),
    });
  }
  found.sort((a, b) => Number(b.isAbout) - Number(a.isAbout) || b.score - a.score || a.at - b.at);
  const enough = minOfBest * (found[0]?.score ?? 0);
  const named = Map.groupBy(
    found.filter(({ score }) => score >= enough),
    ({ text }) => text.same ?? `${text.kind} ${text.title.toLowerCase()}`,
  );
  // Texts are in the order of time: the earliest stands for all times of an event, in the place of the best.
  // Where days are asked for, the first on them does.
  return [...named.values()].flatMap((all) => {
    const [best] = all;
    const isOneOfThese = ({ same }: TownText) => same !== undefined && same === best?.text.same;
    const onDay = hasDays(question) && index.texts.find((text) => isOneOfThese(text) && isOnDays(text, question));
    if (best && onDay) return [{ ...best, text: onDay }];
    const first = all.toSorted((a, b) => a.at - b.at)[0];
    return best && first ? [{ ...best, text: first.text }] : [];
  });
}
