import { readTownIndex, type TownSources } from './read-town-texts.ts';
import { findInTown } from './town-index.ts';
import { emergencyHref } from './town-pages.ts';

/** Fewer letters begin too many words. */
const minUrgentLength = 3;

interface TownHit {
  kind: 'event' | 'article' | 'page';
  title: string;
  /** A path of this site, or a web address. */
  href: string;
  note: string | null;
  /** The words name this matter of the town. */
  isNamed: boolean;
  /** The number for an emergency, whose title begins so. */
  isUrgent: boolean;
}

interface TownSearch {
  limit: number;
  /** Somebody is typing: the last word may be half typed, and texts that only mention it are left out. */
  isTyping?: boolean;
}

/**
 * Finds the events, articles and pages that answer a search, best first. Asks no database: the process holds the texts until one of
 * them changes.
 */
export async function findTownTexts(
  from: TownSources,
  search: string,
  { limit, isTyping = false }: TownSearch,
): Promise<TownHit[]> {
  const found = findInTown(await readTownIndex(from), { search, isTyping, now: from.now() });
  const typed = search.trim().toLowerCase();
  const begins = (title: string) => typed.length >= minUrgentLength && title.toLowerCase().startsWith(typed);
  return found
    .filter(({ isAbout }) => isAbout || !isTyping)
    .slice(0, limit)
    .map(({ text: { kind, title, href, note }, isNamed }) => ({
      ...{ kind, title, href, note: note || null },
      isNamed,
      isUrgent: href === emergencyHref && (isNamed || begins(title)),
    }));
}
