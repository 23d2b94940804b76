import { HeadTitle } from '#web/seo/head.tsx';
import { Container } from '#web/ui/layout.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The outline of a category's band while it loads. */
export function CategoryBandSkeleton() {
  return (
    <div role="status" className="border-b border-line bg-ground-deep">
      <HeadTitle title="Loading..." />
      <span className="sr-only">Loading category</span>
      <Container className="pt-3 pb-8 lg:pt-5 lg:pb-14">
        <Skeleton className="my-2.5 h-6 w-48" />
        <div className="mt-4 flex gap-5 lg:gap-8">
          <Skeleton className="size-20 shrink-0 lg:size-28" />
          <div className="flex-1">
            <Skeleton className="h-10 w-64 max-w-full" />
            <Skeleton className="mt-4 h-6 max-w-md" />
            <Skeleton className="mt-4 h-6 w-28" />
          </div>
        </div>
      </Container>
    </div>
  );
}
