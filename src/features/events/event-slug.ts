/** Makes readable addresses of events' pages; the same title gives the same slug. */
import { slugify } from '#shared/slugify.ts';

/** Paths under /events and /api/events that are something else. */
const reserved = new Set(['suggest', 'suggested', 'confirm', 'suggestions', 'upcoming', 'days']);

/** 'Día de los Muertos!' gives 'dia-de-los-muertos'; a title without letters that can stand in an address, 'event'. */
export function slugOfTitle(title: string): string {
  const slug = slugify(title) || 'event';
  return reserved.has(slug) ? `${slug}-event` : slug;
}

/** Tells whether the slug was made from this title, with or without a number behind it. */
export function isSlugOf(slug: string, title: string): boolean {
  const stem = slugOfTitle(title);
  return slug === stem || (slug.startsWith(`${stem}-`) && /^\d+$/.test(slug.slice(stem.length + 1)));
}
