import { clsx } from 'clsx';
import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Business } from '../contract.ts';
import { type OpenState, openState } from '../opening-hours.ts';

const refreshMs = 30_000;

/** null on the server and at first: pages are stored, so their HTML says nothing that depends on the time. */
export function useOpenState(
  { hours, closures }: Pick<Business, 'hours' | 'closures'>,
  timeZone: string,
): OpenState | null {
  const [state, setState] = useState<OpenState | null>(null);
  useEffect(() => {
    if (hours === null) return;
    const update = () => setState(openState(hours, new Date(), timeZone, closures));
    update();
    const timer = setInterval(update, refreshMs);
    return () => clearInterval(timer);
  }, [hours, closures, timeZone]);
  return hours === null ? null : state;
}

/** 'Open now · until 5:00 PM', linking to the table of hours; until script is there, the link alone. */
export function OpenStatus({ state }: { state: OpenState | null }) {
  return (
    <a
      href="#hours"
      className={clsx(
        'inline-flex min-h-11 items-center gap-2 font-semibold no-underline hover:underline print:hidden',
        state?.isOpen ? 'tint-green text-[color:var(--tint-ink)]' : 'text-ink',
      )}
    >
      <Clock aria-hidden="true" size={18} className="shrink-0" />
      {state?.text ?? 'Opening hours'}
    </a>
  );
}
