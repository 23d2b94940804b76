import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={clsx('skeleton', className)} />;
}

/** Placeholders while something loads; a screen reader reads `label`. */
export function LoadingList({
  count,
  label,
  className,
  children,
}: {
  count: number;
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike and never move
        <div key={place} data-placeholder="">
          {children}
        </div>
      ))}
    </div>
  );
}
