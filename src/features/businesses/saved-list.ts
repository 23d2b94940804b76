/** A list of saved businesses, as the device keeps it and as an address shares it. */

export const maxSaved = 60;
/** No slug is longer. */
const slugPattern = /^[a-z0-9](?:[a-z0-9-]{0,198}[a-z0-9])?$/;

/** The valid slugs of the input, each once, at most 60. */
export function cleanSavedList(slugs: readonly unknown[]): string[] {
  const list = new Set<string>();
  for (const slug of slugs) {
    if (list.size === maxSaved) break;
    if (typeof slug === 'string' && slugPattern.test(slug)) list.add(slug);
  }
  return [...list];
}

/** 'oak-bakery,fig-and-ladder' as an address has it; an odd text gives an empty list. */
export const readSavedList = (text: string): string[] => cleanSavedList(text.split(',').map((slug) => slug.trim()));

/** The path that shares a list. */
export const savedListPath = (slugs: readonly string[]): string =>
  slugs.length === 0 ? '/saved' : `/saved?list=${slugs.join(',')}`;
