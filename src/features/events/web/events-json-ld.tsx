import { JsonLd } from '#web/seo/json-ld.tsx';
import { itemListNode } from '#web/seo/list-nodes.ts';
import type { SeoTown } from '#web/seo/town.ts';

/** Structured data of a page that lists events: the pages of each, once. */
export function EventsJsonLd({ events, city }: { events: readonly { slug: string; title: string }[]; city: SeoTown }) {
  if (!import.meta.env.SSR) return <JsonLd data={null} />;
  const pages = new Map(events.map(({ slug, title }) => [slug, { name: title, path: `/events/${slug}` }]));
  return <JsonLd data={itemListNode(city, 'Events', [...pages.values()])} />;
}
