/** What one typed piece looks for. */
import type { WordRow } from './read-words.ts';
import { isKnown } from './read-words.ts';
import type { Scope } from './scope.ts';
import type { Synonyms } from './synonym-queries.ts';
import { allOf, anyOf, type Condition, lexeme, nameLexeme } from './text-query.ts';

/** Text queries; what they are for is told in read-query.ts. */
export interface Term {
  literal: string;
  widened: string;
  /** The conditions that `literal` and `widened` join with '&'. */
  apart: { literal: readonly Condition[]; widened: readonly Condition[] };
  inName: string;
  /** No more listings than about this match; infinite where it is not known. */
  most: number;
}

/** A word of so many listings is what was meant; what begins like it would only make the search slower. */
const frequent = 1_000;

export function every(terms: readonly Term[]): Term {
  const apart = {
    literal: terms.flatMap((term) => term.apart.literal),
    widened: terms.flatMap((term) => term.apart.widened),
  };
  return {
    literal: allOf(apart.literal.map(({ query }) => query)),
    widened: allOf(apart.widened.map(({ query }) => query)),
    apart,
    inName: allOf(terms.map((term) => term.inName)),
    most: Math.min(...terms.map(({ most }) => most)),
  };
}

export function either(terms: readonly Term[]): Term {
  const literal = anyOf(terms.map((term) => term.literal));
  const widened = anyOf(terms.map((term) => term.widened));
  const rarest = (conditions: readonly Condition[]) => Math.min(...conditions.map(({ listings }) => listings));
  const listings = terms.reduce((sum, { apart }) => sum + rarest(apart.widened), 0);
  return {
    literal,
    widened,
    apart: { literal: [{ query: literal, listings }], widened: [{ query: widened, listings }] },
    inName: anyOf(terms.map((term) => term.inName)),
    most: terms.reduce((sum, { most }) => sum + most, 0),
  };
}

/** Finds `others`, too, as what the term also means. */
export function alsoCalled(term: Term, others: readonly string[]): Term {
  if (others.length === 0) return term;
  const widened = anyOf([term.widened, ...others]);
  const listings = Math.min(...term.apart.widened.map((condition) => condition.listings));
  // How many listings hold the others was not asked.
  const most = Number.POSITIVE_INFINITY;
  return { ...term, widened, apart: { ...term.apart, widened: [{ query: widened, listings }] }, most };
}

/** 'Chick-fil-A' comes as its parts and then as one word. */
function isSpread(words: readonly WordRow[]): boolean {
  const parts = words.slice(0, -1).map(({ word }) => word);
  return parts.length > 0 && parts.join('') === words.at(-1)?.word;
}

export class TermBuilder {
  readonly #scope: Scope;
  readonly #synonyms: Synonyms;

  constructor(scope: Scope, synonyms: Synonyms) {
    this.#scope = scope;
    this.#synonyms = synonyms;
  }

  /** A lexeme in a listing's own words or in its category's name. */
  #lexeme(value: string): string {
    return anyOf([lexeme(value), ...(this.#scope.codesByLexeme.get(value) ?? []).map(lexeme)]);
  }

  #most(value: string, docs: number): number {
    const codes = this.#scope.codesByLexeme.get(value) ?? [];
    return codes.reduce((sum, code) => sum + (this.#scope.sizeByCode.get(code) ?? 0), docs);
  }

  /** Of a lexeme, or of two with a blank between them. */
  synonymsOf(value: string): string[] {
    const synonyms = this.#synonyms.byLexeme.get(value) ?? [];
    return synonyms.map((parts) => allOf(parts.map((part) => this.#lexeme(part))));
  }

  /** `meant`: what the word may be a slip for. */
  word(row: WordRow, meant: readonly WordRow[] = []): Term {
    const beginsLike = row.docs < frequent ? (row.beginsLike ?? []) : [];
    const beginnings = beginsLike.map((beginning) => this.#lexeme(beginning.lexeme));
    const spelt = meant.map((other) => this.#lexeme(other.lexeme));
    const synonyms = [row, ...meant].flatMap((each) => this.synonymsOf(each.lexeme));
    const asTyped = isKnown(row) || beginnings.length === 0 ? [row] : beginsLike;
    const literal = asTyped === beginsLike ? anyOf(beginnings) : this.#lexeme(row.lexeme);
    const counted = [row, ...meant, ...beginsLike].reduce((sum, each) => sum + this.#most(each.lexeme, each.docs), 0);
    const widened = anyOf([literal, ...spelt, ...synonyms, ...beginnings]);
    const listings = asTyped.reduce((sum, each) => sum + this.#most(each.lexeme, each.docs), 0);
    return {
      literal,
      widened,
      apart: { literal: [{ query: literal, listings }], widened: [{ query: widened, listings: counted }] },
      inName: anyOf([row.lexeme, ...(row.beginsLike ?? []).map((beginning) => beginning.lexeme)].map(nameLexeme)),
      // How many listings hold the synonyms was not asked, nor how many a number, which is no word.
      most: synonyms.length > 0 || row.isFixed ? Number.POSITIVE_INFINITY : counted,
    };
  }

  piece(words: readonly WordRow[], meant: readonly WordRow[] = []): Term {
    if (!isSpread(words)) return every(words.map((word) => this.word(word, meant)));
    const parts = words.slice(0, -1).map((part) => ({ ...part, beginsLike: null }));
    return either([every(parts.map((part) => this.word(part))), ...words.slice(-1).map((whole) => this.word(whole))]);
  }
}
