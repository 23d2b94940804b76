/** Tokens of links in queued mails: the queue, its dead letters and backups hold them encrypted. */
import { seal, unseal } from '#server/vault.ts';

interface Linked {
  text: string;
  html: string;
  unsubscribeUrl?: string | undefined;
  links?: string[] | undefined;
}

const purpose = 'mailed-link';
const tokens = /(?<=[?&](?:amp;|#38;)?token=)[\w.~%-]+/g;
const places = /(?<=[?&](?:amp;|#38;)?token=)\((\d+)\)/g;

function inAll<M extends Linked>(mail: M, change: (text: string) => string): M {
  const { text, html, unsubscribeUrl } = mail;
  return {
    ...mail,
    text: change(text),
    html: change(html),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl: change(unsubscribeUrl) }),
  };
}

/** Puts a number in the place of each token. */
export function sealLinks<M extends Linked>(mail: M): M {
  const found: string[] = [];
  const put = (token: string) => {
    if (!found.includes(token)) found.push(token);
    return `(${found.indexOf(token)})`;
  };
  const changed = inAll(mail, (text) => text.replace(tokens, put));
  return found.length === 0 ? mail : { ...changed, links: found.map((token) => seal(token, purpose)) };
}

/** Null when the key of another site sealed them. */
export function unsealLinks<M extends Linked>({ links, ...mail }: M): Omit<M, 'links'> | null {
  if (links === undefined) return mail;
  const found = links.map((sealed) => unseal(sealed, purpose));
  if (found.includes(null)) return null;
  return inAll(mail, (text) => text.replace(places, (place, at: string) => found[Number(at)] ?? place));
}
