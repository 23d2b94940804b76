import { isSame } from './is-same.ts';
import type { Change } from './list-changes.ts';

/** A text that is longer shows only the part that differs. */
const maxLength = 100;
/** Some words around the part that differs, in characters. */
const around = 20;

/** Names the fields that differ, in the order of the labels; a field without a label is left out. */
export function fieldChanges<V extends object>(
  was: V,
  now: V,
  labels: Partial<Record<keyof V, string>>,
  write: (value: unknown, name: keyof V) => string = written,
): Change[] {
  return (Object.keys(labels) as (keyof V)[]).flatMap((name) => {
    const text = labels[name];
    if (text === undefined || isSame(was[name], now[name])) return [];
    const [from, to] = differingParts(write(was[name], name), write(now[name], name));
    return [{ text, from, to }];
  });
}

const written = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

/** Leaves out most of the beginning and the end that two long texts share. */
export function differingParts(from: string, to: string): [from: string, to: string] {
  if (Math.max(from.length, to.length) <= maxLength) return [from, to];
  const shorter = Math.min(from.length, to.length);
  let begin = 0;
  while (begin < shorter && from[begin] === to[begin]) begin++;
  let end = 0;
  while (end < shorter - begin && from.at(-1 - end) === to.at(-1 - end)) end++;
  return [cut(from, begin, end), cut(to, begin, end)];
}

function cut(text: string, begin: number, end: number): string {
  if (text === '') return '';
  const first = begin <= around ? 0 : text.lastIndexOf(' ', begin - around) + 1;
  const space = end <= around ? -1 : text.indexOf(' ', text.length - end + around);
  const last = space < 0 ? text.length : space;
  const shown = Math.min(last, first + 2 * maxLength);
  return `${first > 0 ? '…' : ''}${text.slice(first, shown).trim()}${shown < text.length ? '…' : ''}`;
}
