/** Ticks of a list: one for each line, and one above for all of them. */
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface TickAllProps {
  /** 'All 15 new listings here' */
  label: string;
  chosen: number;
  all: number;
  onTick: (isTicked: boolean) => void;
  /** Buttons, while some are chosen. */
  children?: ReactNode;
}

export function TickAll({ label, chosen, all, onTick, children }: TickAllProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-16">
        <input
          type="checkbox"
          className="size-5 accent-action"
          checked={chosen === all}
          ref={(box) => {
            if (box) box.indeterminate = chosen > 0 && chosen < all;
          }}
          onChange={(event) => onTick(event.target.checked)}
        />
        {label}
      </label>
      <span role="status" className="text-14 text-ink-soft">
        {chosen > 0 ? `${chosen} chosen` : ''}
      </span>
      {chosen > 0 && children ? <span className="flex flex-wrap gap-2">{children}</span> : null}
    </div>
  );
}

/** The bar around it: in sight as long as something is chosen and nothing is asked. */
export function TickBar({ isSticky, children }: { isSticky: boolean; children: ReactNode }) {
  return (
    <div className={clsx('mb-3 grid gap-3', isSticky && 'sticky top-16 z-20 border-line border-b bg-ground py-2')}>
      {children}
    </div>
  );
}

interface TickProps {
  /** 'Choose Fig & Ladder' */
  label: string;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}

/** At the left of its line, which leaves room for it. */
export function Tick({ label, isTicked, onTick }: TickProps) {
  return (
    <label className="absolute top-0 left-0 z-10 grid size-12 cursor-pointer place-items-center">
      <input
        type="checkbox"
        className="size-5 accent-action"
        aria-label={label}
        checked={isTicked}
        onChange={(event) => onTick(event.target.checked)}
      />
    </label>
  );
}

const shownNames = 8;

/** 'Fig Bar, Plum Bar and 3 more' */
export function namesOf(things: readonly { name: string }[]): string {
  const names = things.slice(0, shownNames).map(({ name }) => name);
  const others = things.length - names.length;
  return names.join(', ') + (others > 0 ? ` and ${others} more` : '');
}
