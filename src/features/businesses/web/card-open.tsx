import { useSyncExternalStore } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { minuteMs } from '#shared/times.ts';
import { cardState } from '../opening-hours.ts';
import type { CardFacts } from './card-facts.ts';

const tickMs = 10_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all cards of a page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const tell of listeners) tell();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The minute since 1970; null while the page is as the server drew it. */
const useMinute = () =>
  useSyncExternalStore<number | null>(
    subscribe,
    () => Math.floor(Date.now() / minuteMs),
    () => null,
  );

/**
 * 'Open · closes 6 PM'. The server's word stands until script arrives: a stored page expires at the next opening or closing. After
 * that the browser's clock decides, minute by minute.
 */
export function CardOpen({ business }: { business: CardFacts }) {
  const { hours, closures, open } = business;
  const { timeZone } = useCity();
  const minute = useMinute();
  if (!hours || !open) return null;
  const { isOpen, text } =
    minute === null ? open : cardState(hours, new Date(minute * minuteMs), timeZone, closures ?? []);
  return <p className={isOpen ? 'card-open tint-green' : 'card-open'}>{text}</p>;
}
