import { JsonLd } from '#web/seo/json-ld.tsx';
import { breadcrumbNode, type LinkedName } from '#web/seo/list-nodes.ts';
import { useCity } from './city-queries.ts';

/**
 * @param trail the pages above this one, without the home page, then this page: [{name: 'News', path:
 * '/news'}, …]
 */
export function BreadcrumbJsonLd({ trail }: { trail: readonly LinkedName[] }) {
  return <JsonLd data={breadcrumbNode(useCity(), [{ name: 'Home', path: '/' }, ...trail])} />;
}
