import { firstLetters } from './whole-letters.ts';

/** A first sentence of this length at least says enough by itself. */
const minSentenceLength = 40;

/**
 * The beginning of a text, for a card: whole words, whole sentences where they fit. A clamp by lines alone cuts the last word in
 * half.
 */
export function shortText(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= maxLength) return line;
  const room = firstLetters(line, maxLength);
  const sentence = /^.*[.!?](?= )/.exec(room)?.[0] ?? '';
  if (sentence.length >= minSentenceLength) return sentence;
  const space = room.lastIndexOf(' ');
  const words = space > minSentenceLength ? room.slice(0, space) : room;
  return `${words.replace(/[\s,;:–—-]+$/u, '')}…`;
}
