import { breakLinks, townPlace } from '#shared/break-links.ts';

const shownLinks = 3;

/** Not all endings that the server knows, but those that are common. Anything else, such as 'menu.pdf', may be none. */
const isSurely =
  /:\/\/|@|^www\.|\.(?:com|net|org|us|co|io|info|biz|me|app|shop|store|online|site|edu|gov)(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])/iu;

const inAnd = new Intl.ListFormat('en-US');

/**
 * Tells an owner, before the answer is sent, which links the mail will not have; '' when it keeps all.
 * @param places of the listing
 */
export function brokenLinksHint(
  answer: string,
  { places, siteUrl }: { places: readonly string[]; siteUrl: string },
): string {
  const { broken } = breakLinks(answer, { places: [...places, townPlace(siteUrl)] });
  if (broken.length === 0) return '';
  const shown = broken.slice(0, shownLinks);
  const more = broken.length - shown.length;
  const what = inAnd.format([...shown, ...(more === 0 ? [] : [`${more} more`])]);
  const kept =
    places.length === 0
      ? 'Only links to our site stay. Your listing names no website and no email: what you add there may stay, too.'
      : `Only ${inAnd.format([...places, 'links to our site'])} stay as you write them.`;
  const how = broken.every((piece) => isSurely.test(piece)) ? 'will' : 'may';
  return `The email ${how} have ${what} with spaces in it, so that nobody can click on it. ${kept} Anybody may have typed the visitor's address, and we mail no other links to people we don't know.`;
}
