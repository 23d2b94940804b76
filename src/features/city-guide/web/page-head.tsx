import { Head, type HeadProps } from '#web/seo/head.tsx';
import { useCity } from './city-queries.ts';

/** The head of a page with the town's name and address filled in. */
export function PageHead(props: Omit<HeadProps, 'siteName' | 'siteUrl'>) {
  const city = useCity();
  return <Head siteName={`${city.name}, ${city.region}`} siteUrl={city.siteUrl} {...props} />;
}
