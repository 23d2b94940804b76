/** Entries of categories.json and properties.json that have the right shape and are nevertheless wrong. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Mistake } from './city-mistakes.ts';
import { nearestWord } from './letter-distance.ts';

const art = join(import.meta.dirname, '../web/art');

const drawingsIn = (folder: string) =>
  readdirSync(join(art, folder)).flatMap((file) => (file.endsWith('.svg') ? [file.slice(0, -'.svg'.length)] : []));

const entriesOf = (value: unknown) =>
  (Array.isArray(value) ? value : []).map((one) => (one ?? {}) as Record<string, unknown>);

/** An icon without a drawing leaves an empty square on every page that shows it. */
function iconMistakes(value: unknown, folder: string): Mistake[] {
  const known = drawingsIn(folder);
  return entriesOf(value).flatMap(({ icon }, at) => {
    if (typeof icon !== 'string' || known.includes(icon)) return [];
    const near =
      nearestWord(icon, known) ??
      known.find((one) => icon.length > 2 && one.startsWith(icon.slice(0, 4).toLowerCase()));
    const rule = `allowed is the name of a drawing: ${known.join(', ')}`;
    const text = `is ${JSON.stringify(icon)}, which is no drawing${near === undefined ? `; ${rule}` : `. Is ${near} meant?`}`;
    return [{ path: `${at}.icon`, text }];
  });
}

/** Slugs are addresses: of two categories with one slug, the site would show the last alone. */
function twiceUsedSlugs(value: unknown): Mistake[] {
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

/** @param value categories.json as it was written */
export const categoryMistakes = (value: unknown): Mistake[] => [
  ...twiceUsedSlugs(value),
  ...iconMistakes(value, 'categories'),
];

/** @param value properties.json as it was written */
export const propertyMistakes = (value: unknown): Mistake[] => iconMistakes(value, 'properties');
