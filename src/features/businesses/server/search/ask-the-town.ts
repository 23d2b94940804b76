/** Puts a search to the town's texts: its words without those for a time, for the town's name, or for a place beside a business. */
import type { TownSources } from '#features/town-texts/server/read-town-texts.ts';
import { dayOf } from '#shared/dates.ts';
import { isWeak as isWeakWord, wordsOf } from './clean-search.ts';
import { daysIn } from './read-dates.ts';
import type { Question } from './read-question.ts';
import { daysOf, eveOf, type FoundPart, isOfOpening } from './read-times.ts';
import type { Token } from './read-words.ts';

export interface Found {
  question: Question;
  /** Listings that have all that was asked for. */
  complete: number;
  /** The best listing's level for each unit; null: there is none. */
  levels: readonly number[] | null;
  /** The visitor's place was sent. Without it distances are those from the center of the town. */
  isPlaceKnown: boolean;
}

/** The text without the town's name, unless nothing else is left: no park is meant by 'movies near olmos park'. */
function withoutTown(text: string, town: string): string {
  const name = wordsOf(town).join(' ');
  const rest = tidy(` ${wordsOf(text).join(' ')} `.replace(` ${name} `, ' '));
  return rest === '' || rest === wordsOf(text).join(' ') ? text : rest;
}

/** The town's name as town-matters.txt has it: 'tell me about thistown'. */
const thisTown = 'thistown';

/** The text with that word for the town's name: 'what to do in olmos park' asks for no park either. */
function withThisTown(text: string, town: string): string {
  const plain = ` ${wordsOf(text).join(' ')} `;
  const named = plain.replace(` ${wordsOf(town).join(' ')} `, ` ${thisTown} `);
  return named === plain ? text : tidy(named);
}

export const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
export const withoutPart = (text: string, { from, to }: FoundPart) => tidy(`${text.slice(0, from)} ${text.slice(to)}`);

export const isOfBrand = ({ units }: Question) => units.some(({ weight }) => weight > 1);
export const isOfKind = ({ units }: Question) =>
  units.some(
    ({ isMeant, kinds, categories, weight }) => kinds.length + categories.length > 0 && (isMeant || weight > 1),
  );

/** The place beside which somebody looks for a business. */
const besidePlace = /(?<=\S)\s+(near|close to|next to|across from|cerca del?|junto al?|frente al?)\s.+$/;

/** The search as the town's texts are asked for it. */
export function askTheTown({ question, complete }: Found, { city, now }: TownSources) {
  const { text, when, nearMe, span, units } = question;
  const cut = [when, nearMe, span].filter((part) => part !== null).toSorted((a, b) => b.from - a.from);
  const timeless = cut.reduce((rest, part) => withoutPart(rest, part), text);
  const isWeak = complete === 0;
  // A plan for shops has nothing to do with a 'pawn shop'. Every page has the town's name, so it makes none fit 'olmos park pharmacy'.
  const ofTown = new Set(wordsOf(city.facts.name));
  const telling =
    isWeak && isOfKind(question)
      ? wordsOf(timeless)
          .filter((word) => !isWeakWord(word) && !ofTown.has(word))
          .join(' ')
      : '';
  const isKnown = ({ isReal, isWord, docs }: Token) => isReal || isWord || (!isWeak && docs > 0);
  const known = new Set(question.read.tokens.flatMap((token) => (isKnown(token) ? token.word : [])));
  // 'pilaties' are Pilates, and no license plates.
  const spelled = new Set(known);
  if (!isWeak) for (const word of question.replaced) known.add(word);
  const today = dayOf(now(), city.facts.timeZone);
  const ask = when && ('closed' in when.ask ? when.ask.closed : when.ask);
  const isNoMatter = when !== null && ask !== null && ('date' in ask || isOfOpening(when, text));
  // 'Lunch near city hall' asks for no permit.
  const near = isOfKind(question) ? besidePlace : /(?!)/;
  const isOfTown = when === null && nearMe === null;
  // 'Places open until 9'.
  const isTimeAlone = isNoMatter && units.every(({ weight }) => weight < 0.5);
  return {
    ...{
      search: (isTimeAlone ? '' : telling === '' ? timeless : telling).replace(near, ''),
      // The day for which hours are asked for is no holiday of the town: 'open christmas eve'. 'Pizza right now' is no emergency.
      whole: (isTimeAlone
        ? ''
        : isOfTown
          ? withThisTown(text, city.facts.name)
          : withoutTown(isNoMatter ? withoutPart(text, when) : text, city.facts.name)
      ).replace(near, ''),
      known,
      spelled,
      typed: withoutTown(text, city.facts.name),
      isTyping: false,
      now: now(),
    },
    days: when ? daysOf(when.ask, today) : span ? daysIn(span) : [],
    eve: when && eveOf(when.ask, today),
    ofTown,
    isLoose: isWeak && !isOfBrand(question),
    isOfKind: units.some(({ isMeant, kinds, docs }) => isMeant && kinds.length > 0 && docs > 0),
  };
}
