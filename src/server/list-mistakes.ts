/** Entries of categories.json that have the right shape and are nevertheless wrong. */
import type { Mistake } from './city-mistakes.ts';

const entriesOf = (value: unknown) =>
  (Array.isArray(value) ? value : []).map((one) => (one ?? {}) as Record<string, unknown>);

/**
 * Slugs are addresses: of two categories with one slug, the site would show the last alone.
 * @param value categories.json as it was written
 */
export function categoryMistakes(value: unknown): Mistake[] {
  const first = new Map<unknown, { at: number; name: unknown }>();
  return entriesOf(value).flatMap(({ slug, name }, at) => {
    const before = first.get(slug);
    if (before === undefined || typeof slug !== 'string') {
      first.set(slug, { at, name });
      return [];
    }
    const text = `is ${JSON.stringify(slug)}, as in entry ${before.at + 1} (${before.name}): give each category a slug of its own`;
    return [{ path: `${at}.slug`, text }];
  });
}
