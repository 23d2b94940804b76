import { HeadTitle } from '#web/seo/head.tsx';
import { Container } from '#web/ui/layout.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The shape of a business's page while it loads: header, text, contact card. */
export function BusinessPageSkeleton() {
  return (
    <div role="status">
      <HeadTitle title="Loading..." />
      <span className="sr-only">Loading business</span>
      <Skeleton className="h-56 rounded-none" />
      <Container className="grid gap-8 py-8 lg:grid-cols-[1fr_23rem] lg:gap-12 lg:py-14">
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </Container>
    </div>
  );
}
