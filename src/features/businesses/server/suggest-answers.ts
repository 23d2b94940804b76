/** Offers of a search box while somebody types: businesses, categories, events, articles and pages. */
import { findTownTexts } from '#features/town-texts/server/find-town-texts.ts';
import type { TownSources } from '#features/town-texts/server/read-town-texts.ts';
import type { ListedBusiness } from '../contract.ts';
import { phoneKey } from '../match-keys.ts';
import { type SearchSuggestion, type SuggestionKind, suggestionKinds } from '../suggestion-contract.ts';
import { plainWords } from './everyday-words.ts';
import { findByContact } from './find-by-contact.ts';
import { listPage } from './list-businesses.ts';
import { suggestBusinesses } from './suggest-businesses.ts';
import { suggestCategories } from './suggest-categories.ts';

const maxSuggestions = 8;
/** Answers of the town that stand above businesses. */
const maxFirst = 2;
/** The places of each kind. Places that stay free go to the other kinds, businesses first. */
const placesOf: Record<SuggestionKind, number> = { business: 4, category: 2, event: 2, article: 1, page: 2 };
/** Shorter texts begin too many words. */
const minSearchLength = 3;

export async function suggestAnswers(from: TownSources, typed: string): Promise<SearchSuggestion[]> {
  if (typed === '') return [];
  const categories = await suggestCategories(from.db, typed);
  const [{ businesses, isName }, town] = await Promise.all([
    suggestListings(from, typed, categories[0]?.phrase ?? null),
    findTownTexts(from, typed, { limit: maxSuggestions, isTyping: true }),
  ]);
  // Nothing stands above an emergency; a matter of the town only below a business of that name.
  const first = town.filter(({ isUrgent, isNamed }) => isUrgent || (isNamed && !isName)).slice(0, maxFirst);
  const others = town.filter((text) => !first.includes(text));
  const all: SearchSuggestion[] = [
    ...businesses,
    ...categories.map(
      ({ slug, name, count, meant }): SearchSuggestion => ({
        kind: 'category',
        title: name,
        // The number is that of the category, not of the kind that was meant.
        note: `${meant ? `${meant} among ` : ''}${count === 1 ? '1 business' : `${count} businesses`}`,
        href: `/category/${slug}`,
      }),
    ),
    ...others.map(asSuggestion),
  ];
  const shown = [...first.map(asSuggestion), ...shareOut(all)].slice(0, maxSuggestions);
  // Each kind once: the box has a heading for it.
  return [...Map.groupBy(shown, ({ kind }) => kind).values()].flat();
}

const asSuggestion = ({ kind, title, href, note }: SearchSuggestion): SearchSuggestion => ({ kind, title, href, note });

/**
 * Names that begin so, then names with such a word, then what the search finds. Words that name a kind mean what is one
 * before a name that merely has them: 'law' is a lawyer before 'Lawn & Tree'. A chain's name stands once.
 * @param phrase the words for a kind that were begun: 'cof' asks for what 'coffee' finds
 */
async function suggestListings(
  { db, city, now }: TownSources,
  typed: string,
  phrase: string | null,
): Promise<{ businesses: SearchSuggestion[]; isName: boolean }> {
  const text = plainWords(typed);
  const areaCode = phoneKey(city.facts.cityHall.phone).slice(0, -7);
  const called = await findByContact(db, typed, { areaCode, now: now() });
  if (called !== null) return { businesses: called.map(suggestionOf), isName: true };
  const named = await suggestBusinesses(db, typed);
  const first = named.filter(({ name }) => plainWords(name).startsWith(text));
  const isSearched = named.length < placesOf.business && typed.length >= minSearchLength;
  const found = isSearched ? await findFitting({ db, city, now }, phrase ?? typed) : [];
  const inOrder = phrase === text ? [...first, ...found, ...named] : [...named, ...found];
  const byName = Map.groupBy(inOrder, ({ name }) => name.toLowerCase());
  const each = [...byName.values()].flatMap(([one]) => one ?? []);
  return { businesses: each.map(suggestionOf), isName: named.length > 0 };
}

function suggestionOf({ slug, name, categoryName }: Pick<ListedBusiness, 'slug' | 'name' | 'categoryName'>) {
  return { kind: 'business', title: name, note: categoryName, href: `/business/${slug}` } satisfies SearchSuggestion;
}

/** Leaves out close results: they match only a part of the words and would displace better answers. */
async function findFitting({ db, city, now }: TownSources, typed: string): Promise<ListedBusiness[]> {
  const asked = { city, now: now(), limit: maxSuggestions };
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
