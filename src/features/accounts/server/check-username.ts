/** Refuses names in which a stranger could pass for staff, for the town, or for somebody else. */
import { Problem } from '#shared/problem.ts';

const notStaff = 'This username could be taken for the town’s staff. Please choose another.';
const oneAlphabet = 'Please write your username in the letters of one alphabet.';

/** Words of office, as `plain` writes them. */
const reserved = new Set(
  'admin administrator moderator staff team support help helpdesk official office webmaster postmaster hostmaster root system security billing cityhall city town townhall mayor police'.split(
    ' ',
  ),
);
const noise = new Set(['the', 'official', 'city', 'town', 'of', 'site']);

const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];
/** Letters of other alphabets that look like Latin ones. */
const latinLookalikes = /^[аеорсухіјѕһԁԛԝвкмнтгαοντρυχικաօոս]+$/u;

/** Lower-case letters without marks, digits as the letters they look like. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[01345]/g, (digit) => ({ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's' })[digit] ?? digit)
    .replace(/[^\p{L} ]/gu, '');
}

function mixesAlphabets(username: string): boolean {
  if (scripts.filter((script) => script.test(username)).length > 1) return true;
  const letters = username.toLowerCase().replace(/\P{L}/gu, '');
  return letters !== '' && latinLookalikes.test(letters);
}

/** @throws Problem 'invalid' @param town the town's name and the site's */
export function checkUsername(username: string, town: readonly string[]): void {
  const refuse = (message: string) => {
    throw new Problem('invalid', message, { fields: { username: message } });
  };
  if (mixesAlphabets(username)) refuse(oneAlphabet);
  const townWords = new Set(town.flatMap((name) => plain(name).split(' ')));
  const words = plain(username)
    .split(' ')
    .filter((word) => word !== '');
  const left = words.filter((word) => !townWords.has(word) && !noise.has(word));
  const isTownItself = left.length === 0 && words.some((word) => townWords.has(word));
  const withoutTown = town.reduce((rest, name) => rest.replace(plain(name).replaceAll(' ', ''), ''), words.join(''));
  if (isTownItself || reserved.has(left.join('')) || reserved.has(words.join('')) || reserved.has(withoutTown)) {
    refuse(notStaff);
  }
}
