/**
 * Makes a stranger's text safe for an unconfirmed mailbox: mail programs turn whatever looks like an address
 * into a link, and the site must not carry a stranger's links to people who never asked.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('://', ': //').replace(/(?<=[\p{L}\p{N}-])\.(?=\p{L}{2})/gu, '. ');
}
