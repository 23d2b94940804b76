import { useCity } from '#features/city-guide/web/city-queries.ts';
import { JsonLd } from '#web/seo/json-ld.tsx';
import { siteNode } from '#web/seo/site-node.ts';

/** Structured data of the site itself with its directory search, for the home page. */
export function SiteJsonLd() {
  const city = useCity();
  return <JsonLd data={import.meta.env.SSR ? siteNode(city) : null} />;
}
