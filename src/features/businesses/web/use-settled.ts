import { useEffect, useState } from 'react';

const waitMs = 400;

/** The value once it has stopped changing for a moment, so that typing asks once and not with every letter. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
