import { useCity } from '#features/city-guide/web/city-queries.ts';
import { Head, type HeadProps } from '#web/seo/head.tsx';

/** The head of a page with the town's name and address filled in. */
export function PageHead(props: Omit<HeadProps, 'siteName' | 'siteUrl'>) {
  const city = useCity();
  return <Head siteName={`${city.name}, ${city.region}`} siteUrl={city.siteUrl} {...props} />;
}
