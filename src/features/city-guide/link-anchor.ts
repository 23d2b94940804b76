import { slugify } from '#shared/slugify.ts';

/** The id of one link on /helpful-links, so that a search can lead to it. */
export function linkAnchor(link: { title: string }, group: { title: string }): string {
  return `${slugify(group.title, 20)}-${slugify(link.title, 40)}`;
}
