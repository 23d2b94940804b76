/** The mistakes in a file of a city pack as lines for its author: the file, the field, what stands there, and what is meant. */
import * as z from 'zod';
import type { Mistake } from './city-mistakes.ts';
import { issueWords } from './issue-words.ts';
import { nearestWord } from './letter-distance.ts';

/** A file that is another one altogether would fill the screen. */
const maxLines = 40;
const maxShown = 80;

/** Fields that authors look for in vain. */
const hints: Readonly<Record<string, string>> = { currency: '. All amounts are US dollars' };

type Part = z.core.$ZodType | undefined;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > maxShown ? `${text.slice(0, maxShown - 1)}…` : text;
}

const valueAt = (value: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((held, part) => (held as Record<PropertyKey, unknown> | null | undefined)?.[part], value);

/** The fields that the schema has at this place. */
function fieldsAt(schema: Part, path: readonly PropertyKey[]): string[] {
  let part: Part = schema;
  for (const step of [...path, null]) {
    // A default or an optional field wraps the schema that has the fields.
    while (part !== undefined && 'innerType' in part._zod.def) part = part._zod.def.innerType as Part;
    const def = part?._zod.def as { shape?: Record<string, Part>; element?: Part } | undefined;
    if (step === null) return Object.keys(def?.shape ?? {});
    part = typeof step === 'number' ? def?.element : def?.shape?.[String(step)];
  }
  return [];
}

/** 'heroSlides, entry 2, title': people count the entries of a list from 1. */
function placeOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, part, at) => {
    if (typeof part === 'number') return `${place}${at === 0 ? '' : ', '}entry ${part + 1}`;
    return `${place}${at === 0 ? '' : typeof path[at - 1] === 'number' ? ', ' : '.'}${String(part)}`;
  }, '');
}

const partsOf = (path: string) => path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

interface Line extends Mistake {
  /** The path as people read it. */
  place: string;
}

function linesOf(issue: z.core.$ZodIssue, value: unknown, schema: Part): Line[] {
  const line = (parts: readonly PropertyKey[], text: string): Line => ({
    path: parts.join('.'),
    place: placeOf(parts),
    text,
  });
  if (issue.code === 'unrecognized_keys') {
    const fields = fieldsAt(schema, issue.path);
    return issue.keys.map((key) => {
      const near = nearestWord(key, fields);
      const hint = near === undefined ? `: take it out${hints[key] ?? ''}` : `. Is ${near} meant?`;
      return line([...issue.path, key], `is not a field of this file${hint}`);
    });
  }
  const held = valueAt(value, issue.path);
  if (held === undefined) return [line(issue.path, 'is missing')];
  return [line(issue.path, `is ${shown(held)}: ${issueWords(issue, held)}`)];
}

/**
 * @param better mistakes that say more than the schema's about the same fields
 * @returns a line for each mistake, up to forty and a count of the rest
 */
export function describeMistakes(
  { file, value, schema, issues }: { file: string; value: unknown; schema: Part; issues: readonly z.core.$ZodIssue[] },
  better: readonly Mistake[] = [],
): string[] {
  const isSaid = ({ path }: Mistake) => better.some((one) => one.path === path || path.startsWith(`${one.path}.`));
  const others = issues.flatMap((issue) => linesOf(issue, value, schema)).filter((one) => !isSaid(one));
  const first = better.map((one) => ({ ...one, place: placeOf(partsOf(one.path)) }));
  const all = [...first, ...others].map(({ place, text }) => `${file}${place === '' ? '' : `, ${place}`} ${text}`);
  const more = all.length - maxLines;
  return more > 0 ? [...all.slice(0, maxLines), `${file} has ${more} more`] : all;
}
