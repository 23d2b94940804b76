/** Form encoding with nested brackets, as Stripe's libraries send it: `items[0][price]=p&metadata[a]=b&expand[]=x`. */
import { invalidRequest } from './errors.ts';

export type FormValue = string | FormValue[] | { [key: string]: FormValue };

interface Branch {
  [key: string]: string | Branch;
}

const maxDepth = 20;

function pathOf(name: string): string[] {
  const parts = name.match(/^[^[]+|\[[^\]]*\]/g) ?? [];
  if (parts.join('') !== name || parts.length > maxDepth) throw invalidRequest('Invalid request parameters');
  return parts.map((part) => (part.startsWith('[') ? part.slice(1, -1) : part));
}

/** Turns keys that are all whole numbers into a list; the caller has numbered `[]`. */
function toValue(branch: string | Branch): FormValue {
  if (typeof branch === 'string') return branch;
  const entries = Object.entries(branch);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  return isList
    ? entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => toValue(value))
    : Object.fromEntries(entries.map(([key, value]) => [key, toValue(value)]));
}

/** Throws Stripe's 400 for a name that is both a value and an object. */
export function decodeForm(text: string): { [key: string]: FormValue } {
  const root: Branch = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name);
    let branch = root;
    path.forEach((part, index) => {
      const key = part === '' ? String(Object.keys(branch).length) : part;
      if (index === path.length - 1) {
        if (typeof branch[key] === 'object') throw invalidRequest('Invalid request parameters', { param: name });
        branch[key] = value;
        return;
      }
      const next = branch[key] ?? Object.create(null);
      if (typeof next === 'string') throw invalidRequest('Invalid request parameters', { param: name });
      branch[key] = next;
      branch = next;
    });
  }
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, toValue(value)]));
}
