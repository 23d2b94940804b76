import { JsonLd } from '#web/seo/json-ld.tsx';
import { itemListNode } from '#web/seo/list-nodes.ts';
import type { SeoTown } from '#web/seo/town.ts';
import type { BusinessSummary } from '../contract.ts';

interface BusinessListProps {
  /** The list's heading, for example 'Food & Dining'. */
  name: string;
  /** In the order shown. */
  businesses: readonly Pick<BusinessSummary, 'name' | 'slug'>[];
  city: SeoTown;
}

/** Structured data of a page that lists businesses; nothing for an empty list. */
export function BusinessListJsonLd({ name, businesses, city }: BusinessListProps) {
  if (businesses.length === 0) return null;
  if (!import.meta.env.SSR) return <JsonLd data={null} />;
  const entries = businesses.map((business) => ({ name: business.name, path: `/business/${business.slug}` }));
  return <JsonLd data={itemListNode(city, name, entries)} />;
}
