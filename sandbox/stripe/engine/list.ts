/** Stripe's lists: newest first, `limit`, `starting_after`, `ending_before`, `created`. */
import { invalidRequest, noSuch } from './errors.ts';
import type { Collection } from './store.ts';

export interface ListParams {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number };
}

interface ListObject<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

function isInRange(created: number, range: ListParams['created']): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return created === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return created > gt && created >= gte && created < lt && created <= lte;
}

/** Cuts one page from a list in the order of creation; the newest come first. */
export function pageOf<T extends { id: string }>(
  url: string,
  oldestFirst: T[],
  params: ListParams,
  label = 'object',
): ListObject<T> {
  const { limit = 10, starting_after: after, ending_before: before } = params;
  if (limit < 1 || limit > 100) {
    throw invalidRequest('Invalid integer: limit must be between 1 and 100', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    });
  }
  if (after && before) {
    throw invalidRequest('You may only specify one of these parameters: ending_before, starting_after.', {
      code: 'parameters_exclusive',
    });
  }
  const all = oldestFirst.toReversed();
  const cursor = after ?? before;
  const at = cursor === undefined ? -1 : all.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && at < 0) throw noSuch(label, cursor, after ? 'starting_after' : 'ending_before');
  if (before !== undefined) {
    const from = Math.max(0, at - limit);
    return { object: 'list', data: all.slice(from, at), has_more: from > 0, url };
  }
  const data = all.slice(at + 1, at + 1 + limit);
  return { object: 'list', data, has_more: at + 1 + limit < all.length, url };
}

/** Lists a collection; `matches` holds the resource's own filters. */
export function listOf<T extends { id: string; object: string; created: number }>(
  url: string,
  collection: Collection<T>,
  params: ListParams,
  matches: (object: T) => boolean = () => true,
): ListObject<T> {
  return pageOf(
    url,
    collection.where((object) => isInRange(object.created, params.created) && matches(object)),
    params,
  );
}
