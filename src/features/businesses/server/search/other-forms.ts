/** Tells words of a search from words of listings that have the same stem, or the same letters, and mean something else. */
import type { Segment } from './segments.ts';

export const stemsOf = ({ tokens }: Segment) => tokens.map(({ lexeme }) => lexeme).join(' ');

/** 'parking' is no 'park': a single word that shares its stem with a word of another meaning tells nothing in a listing's text. */
export const isStemOther = (phrase: { stems: string; spelled: string }) => phrase.spelled === `${phrase.stems}ing`;

/** One other word for a property tells nothing in a name: 'Front Porch Mediation' has no seats outside. */
export const isNameToo = ({ stems }: { stems: string }, segment: Segment) =>
  stems.includes(' ') || stems === stemsOf(segment);

/** 'Generator' in another form is 'third generation', and no generator. */
export const isOtherForm = ({ tokens: [first, second], hits, property }: Segment) =>
  first !== undefined &&
  second === undefined &&
  property === null &&
  first.isReal &&
  !first.isSpelled &&
  hits.every(({ strength }) => strength < 2) &&
  /(?:[ts]ors?|ings?|ions?|ments?|ives?)$/.test(first.word);

/** 'Lowe’s' is not 'Low Water Crossing', though both have one stem: no listing has the brand's word as it was typed. */
export const isOther = ({ tokens, hits }: Segment) =>
  tokens.length === 1 &&
  tokens.every(({ word, isSpelled }) => !isSpelled && hits.every((hit) => hit.isBrand && hit.spelled.includes(word))) &&
  hits.length > 0;
