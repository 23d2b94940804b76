/** Mail filters write an address into one of their own, encoded once or more; one of them puts '-' for '%' and '_' for '/'. */
const encoded = (sign: string, hex: string) => `(?:${sign}|(?:%(?:25)*|-)${hex})`;
const [slash, question, equals] = [encoded('[/_]', '2F'), encoded('\\?', '3F'), encoded('=', '3D')];
const query = `${question}[^\\s<>]{0,200}?token${equals}`;
const stopLink = new RegExp(`(emails${slash}stop)${query}[\\w.=-]+`, 'gi');
/** This token has 43 letters, and a mail program may have broken the line in it. */
const brokenToken = '(?:[\\w-](?:[ \\t]*\\r?\\n[> \\t]*)?){42}[\\w-]+';
const talkLink = new RegExp(`(messages${slash}talk(?:${slash}stop)?)${query}(?:${brokenToken}|[\\w.=-]+)`, 'gi');

/**
 * Takes tokens out of a mail that quotes one of ours: it goes on to the other side of a talk, and the links that stop emails or open
 * the talk are for their reader alone.
 */
export const withoutMailedTokens = (text: string): string => text.replace(stopLink, '$1').replace(talkLink, '$1');
