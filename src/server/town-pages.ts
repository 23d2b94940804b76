/**
 * Pages whose text is the town's own: about, privacy and terms. Each is an HTML file of the city pack with an h1, a first
 * paragraph and the rest; a file that holds nothing but a comment takes the template. Facts that staff can change stand in braces, so that they are right everywhere at once.
 */

import type { CityFacts } from '#server/city-pack-schema.ts';
import { cleanHtml } from '#server/clean-html.ts';
import { type TownPageName, townPageNames } from '#shared/city.ts';
import { escapeMarkup } from '#shared/escape-markup.ts';
import { plainText } from '#shared/html-to-text.ts';

interface TownPage {
  title: string;
  /** The first paragraph, without markup. */
  intro: string;
  /** Cleaned HTML: everything after it. */
  html: string;
}

/** The texts as they stand in the files, without comments. */
export type TownPages = Partial<Record<TownPageName, string>>;

const shape = /^\s*<h1>(.+?)<\/h1>\s*<p>(.+?)<\/p>(.*)$/s;

/** Tells whether an indexed path shows a page that this pack does not have. */
export function isMissingTownPage(path: string, pages: TownPages): boolean {
  return townPageNames.some((name) => `/${name}` === path && pages[name] === undefined);
}

/** The facts that a text may name in braces: '{town}'. */
const factNames = ['town', 'region', 'agency', 'disclaimer', 'email', 'phone', 'postalBox'] as const;
type FactName = (typeof factNames)[number];

function factsOf({ name, region, agency, disclaimer, contact }: CityFacts): Record<FactName, string> {
  const { street, city, region: boxRegion, postalCode } = contact.postalBox;
  return {
    town: name,
    region,
    agency: agency.name,
    disclaimer,
    email: contact.email,
    phone: contact.phone,
    postalBox: `${street}, ${city}, ${boxRegion} ${postalCode}`,
  };
}

/**
 * Checks a file of the pack.
 * @returns the mistake in words; null when there is none
 */
export function townPageMistake(html: string): string | null {
  if (!shape.test(withoutComments(html))) return 'it must begin with an <h1> and a <p>';
  const known = new Set<string>(factNames);
  const unknown = Array.from(html.matchAll(/\{(\w+)\}/g), ([, name = '']) => name).find((name) => !known.has(name));
  return unknown === undefined ? null : `{${unknown}} is none of {${factNames.join('}, {')}}`;
}

export const withoutComments = (html: string) => html.replace(/<!--.*?-->/gs, '');

/** A word to the people who run the site, with the line above it: shown where only they see the site. */
const operatorNote = /<hr>\s*<p class="for-operator">.*?<\/p>/s;

/** The page as visitors read it. */
export function withoutOperatorNote(pages: TownPages): TownPages {
  const { about } = pages;
  return about === undefined ? pages : { ...pages, about: about.replace(operatorNote, '') };
}

/** The page as it is shown now; null when the pack has none of this name. */
export function townPageOf(
  { facts, pages }: { facts: CityFacts; pages: TownPages },
  name: TownPageName,
): TownPage | null {
  const source = pages[name];
  if (source === undefined) return null;
  const known: Record<string, string> = factsOf(facts);
  const html = source.replace(/\{(\w+)\}/g, (_, fact: string) => escapeMarkup(known[fact] ?? ''));
  const [, title = '', intro = '', rest = ''] = shape.exec(html) ?? [];
  return { title: plainText(title), intro: plainText(intro), html: cleanHtml(rest) };
}
