/** The conditions for what a listing surely is. */
import { isNumber, isOfAge } from '#server/db/vocabulary/time-and-place-words.ts';
import { quoted } from './conditions.ts';
import type { CategoryRow, KindRow, Token, WordsRead } from './read-words.ts';

/**
 * In words for places to eat these are not meant first, though they are of that category: 'dinner' is at no bakery. A restaurant with a bar
 * is meant.
 */
const noMeals = [
  'bar',
  'pub',
  'nightclub',
  'brewery',
  'distillery',
  'biergarten',
  'bakery',
  'ice_cream',
  'bubble_tea',
  'caterer',
];
const forMeals = noMeals.map((id) => ` & !${quoted(`=${id}`)}`).join('');

export const certainlyOf = ({ slug, code }: CategoryRow): string[] =>
  slug === 'food-dining' ? [`'=restaurant'`, `(${quoted(code)}${forMeals})`] : [quoted(code)];

const isChild =
  /^(?:bab(?:y|ys|ies)|newborns?|infants?|toddlers?|kids?|kiddos?|child|childs|children|childrens|sons?|daughters?|teens?|teenagers?|pediatr\w*|paediatr\w*|ninos?|ninas?|bebes?|hij[oa]s?|nenes?|nenas?)$/;
const isAdult = /^(?:adults?|adultos?|grownups?|elderly|seniors?|grand(?:ma|pa|mother|father)s?|abuel[oa]s?|medicare)$/;
/** Years of age. */
const grown = 18;

/** The age that stands before 'year old'; null: none does. */
function ageIn(tokens: readonly Token[]): number | null {
  const at = tokens.findIndex(({ word }) => isOfAge.test(word));
  const word = tokens[at - 1]?.word ?? '';
  if (/^(?:months?|meses)$/.test(tokens[at]?.word ?? '')) return 0;
  if (!isNumber.test(word)) return null;
  return /^\d+$/.test(word) ? Number(word) : 1;
}

/** A question for a doctor that names no child means first those for all, and one for an adult none for children alone. */
function doctors({ tokens }: WordsRead): { one: string; two: string | null } {
  const age = ageIn(tokens);
  const all = "'=doctors'";
  const forAll = "('=doctors' & !'=paediatrics')";
  if (tokens.some(({ word }) => isAdult.test(word)) || (age !== null && age >= grown))
    return { one: forAll, two: null };
  if (age !== null || tokens.some(({ word }) => isChild.test(word))) return { one: "'=paediatrics'", two: all };
  return { one: forAll, two: all };
}

/** The codes of listings that are one of these kinds, and of those that are less surely meant. */
export function certainKinds(kinds: readonly KindRow[], read: WordsRead): { one: string[]; two: string[] } {
  const isOfChildren = kinds.some(({ id }) => id === 'paediatrics');
  const codes = kinds.map(({ id }) =>
    id === 'doctors' && !isOfChildren ? doctors(read) : { one: quoted(`=${id}`), two: null },
  );
  return { one: codes.map(({ one }) => one), two: codes.flatMap(({ two }) => two ?? []) };
}
