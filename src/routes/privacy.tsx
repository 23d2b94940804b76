import { townPageQuery } from '#features/city-guide/web/city-queries.ts';
import { PageMissing } from '#features/city-guide/web/page-missing.tsx';
import { TownPage } from '#features/city-guide/web/town-page.tsx';

export const queries = () => [townPageQuery('privacy')];

export function Page() {
  return <TownPage page="privacy" missing={<PageMissing />} />;
}
