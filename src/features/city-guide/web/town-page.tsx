import { useQuery } from '@tanstack/react-query';
import type { TownPageName } from '#shared/city.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { CleanHtml } from '#web/ui/clean-html.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BreadcrumbJsonLd } from './breadcrumb-json-ld.tsx';
import { townPageQuery } from './city-queries.ts';
import { PageHead } from './page-head.tsx';

/** A page of the town's own text, laid out like an article. @param missing shown when the pack has no such page */
export function TownPage({ page, missing }: { page: TownPageName; missing: React.ReactNode }) {
  const { data, error, refetch } = useQuery(townPageQuery(page));
  if (isNotFound(error)) return missing;
  return (
    <Container className="py-10 lg:py-16">
      {error ? <LoadFailed message="We could not load this page." onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton className="h-96" /> : null}
      {data ? (
        <article className="mx-auto max-w-[46rem]">
          <PageHead title={data.title} description={data.intro} />
          <BreadcrumbJsonLd trail={[{ name: data.title, path: `/${page}` }]} />
          <h1 className="text-34 lg:text-46">{data.title}</h1>
          <p className="mt-4 text-18 text-ink-soft lg:text-21">{data.intro}</p>
          <CleanHtml html={data.html} className="mt-8 max-w-[66ch]" />
        </article>
      ) : null}
    </Container>
  );
}
