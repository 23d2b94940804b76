import { townPageQuery } from '#features/city-guide/web/city-queries.ts';
import { TownPage } from '#features/city-guide/web/town-page.tsx';
import { Page as NotFound } from './not-found.tsx';

export const queries = () => [townPageQuery('privacy')];

export function Page() {
  return <TownPage page="privacy" missing={<NotFound />} />;
}
