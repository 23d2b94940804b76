/** Parts of the staff area: denser than the public pages, made from the same tokens. */
import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { Link } from '#web/router/link.tsx';
import { Badge, type Tint } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';

export function StaffHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <PageHead title={`${title} · Staff`} description="For the people who run this site." noIndex />
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <h1 className="text-26">{title}</h1>
        {children}
      </div>
    </>
  );
}

/** A part of a page, under its own heading. */
export function StaffPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-21">{title}</h2>
      {children}
    </section>
  );
}

/** One row: a line on a large screen, a card on a phone. */
export function StaffRow({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={clsx(
        'relative flex flex-col gap-x-4 gap-y-2 rounded-control border border-line bg-card px-4 py-3 text-16 lg:flex-row lg:items-center',
        className,
      )}
    >
      {children}
    </div>
  );
}

/** The link of a row. On a phone it covers the whole card, because a line of words is small for a finger. */
export function RowLink({ className, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link
      className={clsx('min-w-0 font-semibold break-words max-lg:after:absolute max-lg:after:inset-0', className)}
      {...props}
    />
  );
}

export function SmallButton({ className, look = 'secondary', ...props }: ComponentProps<typeof Button>) {
  return <Button look={look} className={clsx('px-4 sm:whitespace-nowrap', className)} {...props} />;
}

const statusTints: Record<string, Tint> = { pending: 'orange', approved: 'green', rejected: 'red', hidden: 'gray' };

export function StatusBadge({ status }: { status: string }) {
  return <Badge tint={statusTints[status] ?? 'gray'}>{`${status[0]?.toUpperCase()}${status.slice(1)}`}</Badge>;
}

/** A name with its value below; nothing when the value is missing. */
export function Fact({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={clsx('min-w-0', isWide && 'sm:col-span-2')}>
      <dt className="text-14 text-ink-soft">{name}</dt>
      <dd className="break-words whitespace-pre-line">{children || <span className="text-ink-soft">—</span>}</dd>
    </div>
  );
}

/** Choices above a list; one of them is selected. */
export function Filter<V extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: V;
  options: readonly (readonly [value: V, label: string])[];
  onChange: (value: V) => void;
}) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{label}</legend>
      {options.map(([option, text]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className={clsx(
            'min-h-11 rounded-control border px-3.5 text-16',
            option === value
              ? 'border-action bg-action font-semibold text-on-action'
              : 'border-line-strong bg-card hover:bg-ground-deep',
          )}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
