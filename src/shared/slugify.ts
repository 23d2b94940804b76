/** Turns texts into parts of addresses. */
import { foldText } from './fold-text.ts';

/** ASCII letters, digits and single hyphens; '' when the text has none of them. */
export function slugify(text: string, length = 60): string {
  const slug = foldText(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return cutAtWord(slug, length);
}

/** Cuts a slug to `length` without leaving a part of a word at its end. */
export function cutAtWord(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  const cut = slug.slice(0, length + 1);
  return cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : slug.slice(0, length);
}
