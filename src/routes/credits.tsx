import { useQuery } from '@tanstack/react-query';
import { pictureCreditsQuery, useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export const queries = () => [pictureCreditsQuery];

export function Page() {
  const city = useCity();
  const { data: credits, isError, refetch } = useQuery(pictureCreditsQuery);
  return (
    <>
      <PageHead title="Picture credits" description={`Who made the pictures on the ${city.name} site.`} noIndex />
      <Container className="py-10 lg:py-16">
        <h1 className="text-34 lg:text-46">Picture credits</h1>
        <p className="mt-3 max-w-[66ch]">
          With thanks to those who share their work. The drawings that are not listed here were made for this site.
        </p>
        {isError ? <LoadFailed message="We could not load the credits." onRetry={() => void refetch()} /> : null}
        {credits === undefined && !isError ? <Skeleton className="mt-8 h-96" /> : null}
        <ul className="mt-8 grid gap-4 md:grid-cols-2">
          {credits?.map(({ picture, text, licence, url }) => (
            <li key={picture.src} className="flex flex-wrap gap-4 rounded-card border border-line bg-card p-4">
              <div className="h-20 w-24 shrink-0">
                <Picture {...picture} sizes="96px" className="size-full rounded-control object-cover" />
              </div>
              <div className="min-w-[min(100%,8rem)] flex-1 text-16">
                <p>{text}</p>
                <p className="text-ink-soft">{url ? <a href={url}>{licence}</a> : licence}</p>
              </div>
            </li>
          ))}
        </ul>
      </Container>
    </>
  );
}
