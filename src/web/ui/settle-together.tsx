import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PageSpinner } from './spinner.tsx';

/** Marks the place of a part that still loads. Give it to Suspense as its fallback. */
export const partToCome = <i hidden data-part-to-come="" />;

const lookEveryMs = 40;
/** Two looks in a row: a part that has just got its answer may ask for more. */
const calmLooks = 2;
/** 3 s: a part that gets no answer does not keep the others hidden for longer. */
const maxLooks = 75;

interface SettleTogetherProps {
  isKnown: boolean;
  isWaiting: boolean;
  children: ReactNode;
}

/**
 * Hides its children until all parts are loaded and have their answers, so that nothing moves under a thumb.
 * @param isKnown the answers are there from an earlier visit, so nothing is hidden
 * @param isWaiting the main part of the page has no answer yet; the children stay hidden for as long as that takes
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
