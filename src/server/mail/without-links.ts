import { parse } from 'tldts';
import { breakLinks } from '#shared/break-links.ts';

/** Mail programs know the endings that there are, and take anything after '//', '@' and 'www.'. */
function readsAsAddress(word: string, before: string): boolean {
  if (/(?:\/\/|@)$/.test(before) || /^www\./i.test(word)) return true;
  return parse(word.toLowerCase(), { extractHostname: false, validateHostname: false }).isIcann === true;
}

/**
 * Makes a stranger's text safe for an unconfirmed mailbox: mail programs turn whatever looks like an address
 * into a link, and the site must not carry a stranger's links to people who never asked. Other words with dots, such as
 * the name rosa.delgado, stay as they are.
 *
 * The space can be seen on purpose: browsers drop characters without width from an address (UTS 46), so a mail
 * program that links over one makes a link that works.
 * @param places the links that stay, as `breakLinks` takes them
 */
export const withoutLinks = (text: string, places: readonly string[] = []): string =>
  breakLinks(text, { places, readsAsAddress }).text;
