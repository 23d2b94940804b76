import { firstLetters } from '#shared/whole-letters.ts';

/** The first letters and '...'; shorter texts stay whole. Never half of a letter that takes two. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${firstLetters(text, length)}...`;
}
