/** Follows the links of a site's pages as a crawler does, and tells which of them lead nowhere. */

interface Walk {
  /** Pages that were read. */
  seen: string[];
  /** 'page → target: what is wrong' */
  faults: string[];
}

/** Filters of lists make endless addresses, so this many of them stand for all. */
const maxQuestions = 40;

const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&#x27;', "'");

/** @param start paths from which the walk begins */
export async function walkSite(origin: string, start: readonly string[]): Promise<Walk> {
  const pages = new Map<string, Set<string>>();
  const faults: string[] = [];
  const anchors: { page: string; path: string; id: string }[] = [];
  const waiting = start.map((path) => ({ path, from: 'start' }));
  let questions = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { path, from } = next;
    if (pages.has(path)) continue;
    if (path.includes('?') && ++questions > maxQuestions) continue;
    pages.set(path, new Set());
    const answer = await fetch(origin + path, { redirect: 'manual' });
    const text = await answer.text();
    if (answer.status >= 400) faults.push(`${from} → ${path}: ${answer.status}`);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue;
    pages.set(path, new Set(Array.from(text.matchAll(/\bid="([^"]+)"/g), ([, id = '']) => decoded(id))));
    for (const [tag] of text.matchAll(/<a\b[^>]*>/g)) {
      const href = /\bhref="([^"]*)"/.exec(tag)?.[1];
      if (href === undefined || /aria-disabled="true"/.test(tag)) {
        faults.push(`${path}: ${tag} leads nowhere`);
        continue;
      }
      const target = new URL(decoded(href), origin + path);
      if (target.origin !== origin) continue;
      if (target.hash !== '')
        anchors.push({ page: path, path: target.pathname + target.search, id: target.hash.slice(1) });
      // A list that is already narrowed leads on to more of the same.
      if (!path.includes('?')) waiting.push({ path: target.pathname + target.search, from: path });
    }
  }
  for (const { page, path, id } of anchors) {
    const ids = pages.get(path);
    if (ids && !ids.has(decodeURIComponent(id))) faults.push(`${page} → ${path}#${id}: no such place`);
  }
  return { seen: [...pages.keys()], faults: [...new Set(faults)] };
}
