/** Offers of a search box while somebody types: businesses, categories, events, articles and pages. */
import { findTownTexts } from '#features/town-texts/server/find-town-texts.ts';
import type { TownSources } from '#features/town-texts/server/read-town-texts.ts';
import type { ListedBusiness } from '../contract.ts';
import { type SearchSuggestion, type SuggestionKind, suggestionKinds } from '../suggestion-contract.ts';
import { listPage } from './list-businesses.ts';
import { suggestBusinesses } from './suggest-businesses.ts';
import { suggestCategories } from './suggest-categories.ts';

const maxSuggestions = 8;
/** The places of each kind. Places that stay free go to the other kinds, businesses first. */
const placesOf: Record<SuggestionKind, number> = { business: 4, category: 2, event: 2, article: 1, page: 2 };
/** Shorter texts begin too many words. */
const minSearchLength = 3;

export async function suggestAnswers(from: TownSources, typed: string): Promise<SearchSuggestion[]> {
  if (typed === '') return [];
  const [businesses, categories, town] = await Promise.all([
    suggestListings(from, typed),
    suggestCategories(from.db, typed),
    findTownTexts(from, typed, { limit: maxSuggestions, isTyping: true }),
  ]);
  const all: SearchSuggestion[] = [
    ...businesses,
    ...categories.map(
      ({ slug, name, count, meant }): SearchSuggestion => ({
        kind: 'category',
        title: name,
        note: [meant, count === 1 ? '1 business' : `${count} businesses`].filter(Boolean).join(' · '),
        href: `/category/${slug}`,
      }),
    ),
    ...town,
  ];
  return shareOut(all);
}

/** Names that begin so first; where they leave room, listings that the search itself finds. */
async function suggestListings({ db, city, now }: TownSources, typed: string): Promise<SearchSuggestion[]> {
  const named = await suggestBusinesses(db, typed);
  const isSearched = named.length < placesOf.business && typed.length >= minSearchLength;
  const found = isSearched ? await findFitting({ db, city, now }, typed) : [];
  const listings = new Map([...found, ...named].map(({ slug, name, categoryName }) => [slug, { name, categoryName }]));
  const slugs = new Set([...named, ...found].map(({ slug }) => slug));
  return [...slugs].map((slug) => ({
    kind: 'business',
    title: listings.get(slug)?.name ?? '',
    note: listings.get(slug)?.categoryName ?? null,
    href: `/business/${slug}`,
  }));
}

/** Leaves out close results: they match only a part of the words and would displace better answers. */
async function findFitting({ db, city, now }: TownSources, typed: string): Promise<ListedBusiness[]> {
  const asked = { city, now: now(), limit: placesOf.business };
  const { businesses, closeFrom } = await listPage(db, { search: typed }, asked);
  return businesses.slice(0, closeFrom ?? undefined);
}

function shareOut(all: readonly SearchSuggestion[]): SearchSuggestion[] {
  const byKind = suggestionKinds.map((kind) => all.filter((one) => one.kind === kind));
  const counts = byKind.map((list, at) => Math.min(list.length, placesOf[suggestionKinds[at] ?? 'page']));
  const sum = () => counts.reduce((total, count) => total + count, 0);
  byKind.forEach((list, at) => {
    const free = maxSuggestions - sum();
    counts[at] = Math.min(list.length, (counts[at] ?? 0) + Math.max(0, free));
  });
  // The places of all kinds add up to more than the list has, so the last kinds get fewer.
  for (let at = counts.length - 1; at >= 0 && sum() > maxSuggestions; at -= 1) {
    const count = counts[at] ?? 0;
    counts[at] = Math.min(count, Math.max(1, count - (sum() - maxSuggestions)));
  }
  return byKind.flatMap((list, at) => list.slice(0, counts[at]));
}
