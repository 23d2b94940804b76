import { Skeleton } from '#web/ui/skeleton.tsx';

/** The shape of a card while it loads. */
export function BusinessCardSkeleton() {
  return (
    <div className="h-full rounded-card border border-line bg-card p-5">
      <div className="flex gap-4">
        <Skeleton className="size-16 shrink-0" />
        <div className="flex-1">
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="mt-3 h-6 w-28" />
        </div>
      </div>
      <Skeleton className="mt-5 h-4" />
      <Skeleton className="mt-2 h-4 w-3/4" />
      <Skeleton className="mt-5 h-4 w-2/5" />
      <Skeleton className="mt-3 h-4 w-1/2" />
    </div>
  );
}
