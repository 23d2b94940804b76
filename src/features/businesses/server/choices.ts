/** The choices for a list, besides words. */
import type { Place, Sort } from '../list-query.ts';
import type { OpenWindow } from '../open-window.ts';
import type { CategoryRow } from './search/read-words.ts';

/** Choices and order that an address asks for. */
export interface Choices {
  /** null: every category. */
  category: CategoryRow | null;
  open: OpenWindow | null;
  properties: readonly string[];
  hasPhotos: boolean;
  near: Place | null;
  within: number | null;
  sort: Sort;
}

/** A range type's text. */
export const multirange = ({ ranges }: OpenWindow) => `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`;
/** As functions take it. */
export const openAsk = (open: OpenWindow) => ({ ranges: multirange(open), covers: open.covers, day: open.day });
