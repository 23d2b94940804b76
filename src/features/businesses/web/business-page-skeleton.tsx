import { Container } from '#web/ui/layout.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The shape of a business's page while it loads. */
export function BusinessPageSkeleton() {
  return (
    <div role="status">
      <title>Loading...</title>
      <span className="sr-only">Loading business</span>
      <div className="border-b border-line bg-ground-deep">
        <Container className="pt-3 pb-8 lg:pt-5 lg:pb-14">
          <Skeleton className="my-2.5 h-6 w-56" />
          <div className="mt-4 flex gap-5 lg:gap-8">
            <Skeleton className="size-20 shrink-0 lg:size-28" />
            <div className="flex-1">
              <Skeleton className="h-6 w-44" />
              <Skeleton className="mt-4 h-10 w-4/5 max-w-md" />
              <Skeleton className="mt-4 h-5 w-36" />
              <Skeleton className="mt-4 h-5 w-64" />
            </div>
          </div>
        </Container>
      </div>
      <Container className="grid gap-8 py-8 lg:grid-cols-[1fr_23rem] lg:gap-12 lg:py-14">
        <div>
          <Skeleton className="h-8 w-32" />
          <Skeleton className="mt-5 h-5" />
          <Skeleton className="mt-3 h-5" />
          <Skeleton className="mt-3 h-5 w-2/3" />
        </div>
        <div className="rounded-card border border-line bg-card p-6">
          <Skeleton className="h-7 w-48" />
          <Skeleton className="mt-6 h-5 w-40" />
          <Skeleton className="mt-6 h-5 w-56" />
          <Skeleton className="mt-6 h-5 w-48" />
        </div>
      </Container>
    </div>
  );
}
