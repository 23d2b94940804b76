/**
 * Links in mail to a mailbox that nobody has confirmed. Mail programs turn whatever looks like an address into a link, and the
 * site must not carry a stranger's links to people who never asked. Pages import it, too, to say beforehand what will be changed.
 */

/** A piece of text in which mail programs may see a link: brackets, quotes and spaces end one. */
const pieces = /[^\s<>"'()[\]{}]+/gu;
const trailing = /[.,;:!?…]+$/u;
const site = /^(?:https?:\/\/)?([\p{L}\p{N}.-]+(?::\d{1,5})?)([/?#][\w\-./~%?=&+#]*)?$/iu;
const mailbox = /^(?:mailto:)?([\w.+-]{1,64}@([\p{L}\p{N}.-]+))$/iu;

/** Labels with dots between them: a domain, or 'rosa.delgado', or 'open.We' where a space was forgotten. */
const dotted = /(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}][\p{L}\p{N}-]*[\p{L}\p{N}]/gu;

type IsAddress = (word: string, before: string) => boolean;

/** As well as it can be told without the list of endings that there are, which no page loads: no '6:30 p.m.' and no '4.50'. */
const mayBeAddress: IsAddress = (word, before) =>
  /(?:\/\/|@)$/.test(before) ||
  /^www\./i.test(word) ||
  (/\.\p{L}{2}[\p{L}\p{N}-]*$/u.test(word) && !forgottenSpace.test(word));

/** 'open.We', but neither 'OAK.COM' nor 'oak.com'. */
const forgottenSpace = /\.\p{Lu}\p{Ll}[^.]*$/u;

const breakPiece = (piece: string, readsAsAddress: IsAddress) =>
  piece
    .replace(dotted, (word, at: number) =>
      readsAsAddress(word, piece.slice(Math.max(0, at - 2), at)) ? word.replace(/\.(?=[\p{L}\p{N}])/gu, '. ') : word,
    )
    .replaceAll('://', ': //');

/** In lower case and ASCII, with its port; '' when it is no host name. */
function hostOf(written: string): string {
  const url = `http://${written}`;
  return URL.canParse(url) ? new URL(url).host.replace(/\.$/, '') : '';
}

const isBelow = (host: string, place: string) => host === place || host.endsWith(`.${place}`);

/**
 * @param place 'oak.example' stands for all pages, subdomains and mailboxes there, 'facebook.com/oak' for what is below this page,
 * 'rosa@mail.example' for one mailbox
 */
function isAt(piece: string, place: string): boolean {
  const [, address = '', domain = ''] = mailbox.exec(piece) ?? [];
  if (address !== '') {
    if (place.includes('@')) return address.toLowerCase() === place.toLowerCase();
    return !place.includes('/') && isBelow(hostOf(domain), place);
  }
  const [, written = '', path = ''] = site.exec(piece) ?? [];
  const host = hostOf(written);
  // Some mail programs begin a second link at two slashes.
  if (host === '' || place.includes('@') || path.includes('//')) return false;
  const [placeHost = '', ...below] = place.split('/');
  if (below.length === 0) return isBelow(host, place);
  const page = `/${below.join('/')}`;
  const isPage = path === page || ['/', '?', '#'].some((mark) => path.startsWith(page + mark));
  return host.replace(/^www\./, '') === placeHost && isPage && !path.includes('..');
}

/**
 * Breaks up all links but those to the places.
 * @param readsAsAddress tells a domain from other words with dots
 * @returns the text, and the links that are broken in it, each once
 */
export function breakLinks(
  text: string,
  { places = [], readsAsAddress = mayBeAddress }: { places?: readonly string[]; readsAsAddress?: IsAddress } = {},
): { text: string; broken: string[] } {
  const broken = new Set<string>();
  const changed = text.replace(pieces, (piece) => {
    const written = breakPiece(piece, readsAsAddress);
    const core = piece.replace(trailing, '');
    if (written === piece || places.some((place) => isAt(core, place))) return piece;
    broken.add(core);
    return written;
  });
  return { text: changed, broken: [...broken] };
}

/** The place of the site's own pages. */
export const townPlace = (siteUrl: string): string => new URL(siteUrl).host.replace(/^www\./, '');
