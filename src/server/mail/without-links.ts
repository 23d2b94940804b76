import { parse } from 'tldts';

/** Labels with dots between them: a domain, or 'rosa.delgado', or 'open.We' where a space was forgotten. */
const dotted = /(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}][\p{L}\p{N}-]*[\p{L}\p{N}]/gu;

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
 */
export function withoutLinks(text: string): string {
  return text
    .replace(dotted, (word, at: number) =>
      readsAsAddress(word, text.slice(Math.max(0, at - 2), at)) ? word.replace(/\.(?=[\p{L}\p{N}])/gu, '. ') : word,
    )
    .replaceAll('://', ': //');
}
