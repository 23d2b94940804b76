/** 'Tacos or barbecue': one unit that a listing has which is either. */
import { or, type Unit } from './conditions.ts';
import type { Segment } from './segments.ts';

const isOr = ({ tokens }: Segment) => tokens.length === 1 && /^(?:or|o|u)$/.test(tokens[0]?.word ?? '');

const isKind = ({ isMeant, property, kinds, categories }: Unit) =>
  isMeant && property === null && kinds.length + categories.length > 0;
const isProperty = ({ property, kinds }: Unit) => property !== null && kinds.length === 0;

const fields = ['one', 'two', 'three', 'four', 'five', 'named'] as const;

function merge(first: Unit, second: Unit): Unit {
  const both = (read: (unit: Unit) => string | null) => or([read(first), read(second)]);
  return {
    ...first,
    ...Object.fromEntries(fields.map((field) => [field, both((unit) => unit[field])])),
    text: `${first.text} or ${second.text}`,
    any: both(({ any }) => any) ?? first.any,
    anyNear: both(({ anyNear }) => anyNear) ?? first.anyNear,
    has: both(({ has }) => has) ?? first.has,
    certain: both(({ certain }) => certain) ?? first.certain,
    docs: first.docs + second.docs,
    weight: Math.max(first.weight, second.weight),
    kinds: [...new Set([...first.kinds, ...second.kinds])],
    categories: [...new Set([...first.categories, ...second.categories])],
  };
}

/**
 * @param segments all of the search, in their order
 * @param read the units of some of them, which all come after one another
 */
export function mergeEither<T extends Unit>(
  segments: readonly Segment[],
  read: readonly { segment: Segment; unit: T }[],
): T[] {
  const merged: { segment: Segment; unit: T }[] = [];
  for (const { segment, unit } of read) {
    const before = merged.at(-1);
    const between = before ? segments.slice(segments.indexOf(before.segment) + 1, segments.indexOf(segment)) : [];
    const mayBe = [isKind, isProperty].some((is) => before !== undefined && [before.unit, unit].every(is));
    if (before !== undefined && mayBe && between.some(isOr))
      merged.splice(-1, 1, { segment, unit: { ...before.unit, ...merge(before.unit, unit) } });
    else merged.push({ segment, unit });
  }
  return merged.map(({ unit }) => unit);
}
