/** The few layout parts that every page uses. */
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** The content column, at most 1180 px wide. */
export function Container({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx('mx-auto w-full max-w-[73.75rem] px-4 sm:px-6 lg:px-8', className)}>{children}</div>;
}

/** A section of a page with its standard space above and below. */
export function Section({
  className,
  children,
  labelledBy,
}: {
  className?: string;
  children: ReactNode;
  labelledBy?: string;
}) {
  return (
    <section aria-labelledby={labelledBy} className={clsx('py-10 lg:py-16', className)}>
      <Container>{children}</Container>
    </section>
  );
}

export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx('rounded-card border border-line bg-card shadow-card', className)}>{children}</div>;
}
