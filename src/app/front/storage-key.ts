/**
 * Decides which answers may be stored, and under which key. The key holds everything on which an answer may
 * depend, and the site sees nothing else of the request: so no header, cookie or made-up parameter can get
 * into a page that others see.
 */

import { isMark } from '#app/api/form-list.ts';
import { pathPattern } from '#app/api/path-pattern.ts';
import { filesRead } from '#app/feeds/feeds.ts';
import { findRoute } from '#app/pages/match-route.ts';
import { joinedValues } from '#app/pages/page-search.ts';
import type { ParameterKind } from '#app/pages/route.ts';
import { readByEveryPage } from '#app/pages/routes.ts';
import type { ServedEndpoint } from '#server/http/serve.ts';

/** Not pages: the site answers each time, or stores them elsewhere. */
const notStored = /^\/(healthz$|readyz$|metrics$|og\/|maps\/|tiles\/|sitemaps\/businesses-)/;

interface StoredCall {
  pattern: RegExp;
  /** Null when this call is answered anew each time. */
  parameters: readonly string[] | null;
}

/** @param served in the order of mounting: the first endpoint that matches a path answers it */
export function createStorageKey(served: readonly ServedEndpoint[]): (url: string) => string | null {
  const calls: StoredCall[] = served
    .filter(({ endpoint }) => endpoint.method === 'GET')
    .map(({ endpoint, tags }) => ({
      pattern: pathPattern(endpoint.path),
      parameters: tags ? queryNames(endpoint) : null,
    }));
  return (url) => {
    const question = url.indexOf('?');
    const path = question < 0 ? url : url.slice(0, question);
    if (path === '/api/openapi.json') return path;
    if (path.startsWith('/api/')) {
      const call = calls.find(({ pattern }) => pattern.test(path));
      const given = new URLSearchParams(url.slice(path.length));
      return call?.parameters && !isPosition(given.get('near')) ? key(path, given, call.parameters) : null;
    }
    if (notStored.test(path)) return null;
    const query = question < 0 ? '' : url.slice(question + 1);
    const read = filesRead[path];
    return read ? key(path, new URLSearchParams(query), read) : pageKey(path, query);
  };
}

function pageKey(path: string, query: string): string | null {
  const { who, isPersonal, reads } = findRoute(path);
  if (who === 'staff' || isPersonal) return null;
  if (query === '') return path;
  const kinds = Object.entries({ ...reads, ...readByEveryPage });
  const named = (kind: ParameterKind) => kinds.filter(([, its]) => its === kind).map(([name]) => name);
  const given = new URLSearchParams(query);
  // Otherwise each made-up mark would be a stored copy of the page.
  if (!isMark(given.get('sent') ?? '')) given.delete('sent');
  if (named('personal').some((name) => given.has(name))) return null;
  if (named('place').some((name) => isPosition(given.get(name)))) return null;
  for (const name of named('list')) given.set(name, joinedValues(given, name) ?? '');
  const kept = [...named('shared'), ...named('list'), ...named('place')];
  return key(path, given, kept.sort());
}

/** '29.475,-98.488': hardly anybody asks from the same place, and the answer is nobody else's business. */
const isPosition = (near: string | null) => near !== null && near.includes(',');

function queryNames(endpoint: ServedEndpoint['endpoint']): string[] {
  const shape = (endpoint.query as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape;
  return Object.keys(shape ?? {}).sort();
}

/**
 * The path and the known parameters in a fixed order, each once: the first value counts, as it does for the
 * site.
 */
function key(path: string, given: URLSearchParams, known: readonly string[]): string {
  const kept = known.flatMap((name) => {
    const value = given.get(name);
    return value === null || value === '' ? [] : [[name, value]];
  });
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
}
