/**
 * `expand[]`: replaces ids along the named paths with their objects, and adds fields that answers leave out.
 */
import { description } from './description.ts';
import { invalidRequest } from './errors.ts';
import type { Store } from './store.ts';

/**
 * Fields that an object has only on request, such as a Checkout session's `line_items`; keyed by object, then
 * by field.
 */
export type Includes = Record<string, Record<string, (object: never) => unknown>>;

const maxDepth = 4;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function cannotExpand(path: string) {
  return invalidRequest(
    `This property cannot be expanded (${path}). You may want to try expanding '${path.split('.').at(-1)}' on a different object.`,
    { param: 'expand' },
  );
}

/** Expands every path on a copy; the store is never changed. */
export function expand<T extends object>(store: Store, includes: Includes, answer: T, paths: readonly string[]): T {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.filter((part) => part !== 'data').length > maxDepth) {
      throw invalidRequest(`You cannot expand more than ${maxDepth} levels of a property (${path}).`, {
        param: 'expand',
      });
    }
    expandPath(copy as Json, parts);

    function expandPath(holder: Json, [name, ...rest]: string[]): void {
      if (name === undefined) return;
      const include = typeof holder.object === 'string' ? includes[holder.object]?.[name] : undefined;
      if (holder[name] === undefined && include) holder[name] = structuredClone(include(holder as never));
      const value = holder[name];
      if (Array.isArray(value)) {
        holder[name] = value.map((item) => next(item, rest));
      } else {
        holder[name] = next(value, rest);
        // The field is missing, and no schema says that it could be there.
        if (holder[name] === undefined) {
          const schema = typeof holder.object === 'string' ? description.schemas[holder.object] : undefined;
          if (!schema?.properties?.[name]) throw cannotExpand(path);
          delete holder[name];
        }
      }
    }

    function next(value: unknown, rest: string[]): unknown {
      if (typeof value === 'string') {
        const object = store.byId(value);
        if (!object) throw cannotExpand(path);
        const copied = structuredClone(object) as Json;
        expandPath(copied, rest);
        return copied;
      }
      if (isObject(value)) expandPath(value, rest);
      else if (value !== null && value !== undefined) throw cannotExpand(path);
      return value;
    }
  }
  return copy;
}
