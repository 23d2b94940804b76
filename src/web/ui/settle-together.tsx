import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PageSpinner } from './spinner.tsx';

/** Marks a place whose part is on its way: give it to Suspense as its fallback. */
export const partToCome = <i hidden data-part-to-come="" />;

const lookEveryMs = 40;
/** One answer may ask the next question. */
const calmLooks = 2;
/** A part that never answers does not keep the others away. */
const maxLooks = 75;

interface SettleTogetherProps {
  isKnown: boolean;
  isWaiting: boolean;
  children: ReactNode;
}

/**
 * Hides what it holds until all parts are there and all that they ask is answered, so that nothing moves under a thumb.
 * @param isKnown the answers are there from an earlier visit: it hides nothing
 * @param isWaiting the part that the page is for has no answer yet
 */
export function SettleTogether({ isKnown, isWaiting, children }: SettleTogetherProps) {
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const [isSettled, setSettled] = useState(isKnown);
  const waits = useRef(isWaiting);
  waits.current = isWaiting;
  useEffect(() => {
    if (isSettled) return;
    let [looks, calm] = [0, 0];
    const timer = setInterval(() => {
      const isCalm = client.isFetching() === 0 && !box.current?.querySelector('[data-part-to-come]');
      calm = isCalm ? calm + 1 : 0;
      if (!waits.current && (calm >= calmLooks || ++looks >= maxLooks)) setSettled(true);
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [client, isSettled]);
  return (
    <>
      {isSettled ? null : <PageSpinner />}
      <div ref={box} hidden={!isSettled}>
        {children}
      </div>
    </>
  );
}
