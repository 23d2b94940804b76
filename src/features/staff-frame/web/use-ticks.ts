import { useState } from 'react';

/** The lines of a list that are ticked, to be acted on together; a line that is no longer there is not among them. */
export function useTicks<T extends { id: string }>(rows: readonly T[], max: number) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ id }) => ticked.has(id)).slice(0, max);
  return {
    rows,
    chosen,
    isTicked: (id: string) => chosen.some((row) => row.id === id),
    tick: (id: string, isTicked: boolean) =>
      setTicked((before) => {
        const next = new Set(before);
        if (isTicked) next.add(id);
        else next.delete(id);
        return next;
      }),
    /**
     * For the lines of an act, as soon as it is answered and before it is told: a tick made after that belongs to the
     * next act.
     */
    untick: (ids: readonly string[]) => setTicked((before) => new Set([...before].filter((id) => !ids.includes(id)))),
    tickAll: (isTicked: boolean) => setTicked(new Set(isTicked ? rows.slice(0, max).map(({ id }) => id) : [])),
  };
}

export type Ticks<T extends { id: string }> = ReturnType<typeof useTicks<T>>;
