import { JsonLd } from '#web/seo/json-ld.tsx';
import { breadcrumbNode, type LinkedName } from '#web/seo/list-nodes.ts';
import { useCity } from './city-queries.ts';

/**
 * @param trail the pages above this one, without the home page, then this page: [{name: 'News', path:
 * '/news'}, …]
 */
export function BreadcrumbJsonLd({ trail }: { trail: readonly LinkedName[] }) {
  const city = useCity();
  return <JsonLd data={import.meta.env.SSR ? breadcrumbNode(city, [{ name: 'Home', path: '/' }, ...trail]) : null} />;
}
