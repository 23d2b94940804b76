import { breakLinks } from '#shared/break-links.ts';

/**
 * Makes a stranger's text safe for an unconfirmed mailbox: mail programs turn whatever looks like an address
 * into a link, and the site must not carry a stranger's links to people who never asked.
 * @param places the links that stay, as `breakLinks` takes them
 */
export const withoutLinks = (text: string, places: readonly string[] = []): string => breakLinks(text, places).text;
