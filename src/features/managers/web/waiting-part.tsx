import type { ReactNode } from 'react';
import { takeFocus } from '#web/forms/take-focus.ts';
import { Card } from '#web/ui/layout.tsx';

interface WaitingPartProps<T> {
  /** The id of the heading. */
  id: string;
  title: string;
  /** The sentence about what was just done; null: nothing was. */
  done: string | null;
  items: readonly T[];
  children: (item: T) => ReactNode;
}

/** A part of the dashboard about what waits for an answer; nothing when nothing waits and nothing was done. */
export function WaitingPart<T extends { id: string }>({ id, title, done, items, children }: WaitingPartProps<T>) {
  if (items.length === 0 && done === null) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-26">
        {title}
      </h2>
      {done === null ? null : (
        // The button that had the focus is gone.
        <p
          key={done}
          role="status"
          tabIndex={-1}
          ref={takeFocus}
          className="mt-3 font-semibold [overflow-wrap:anywhere]"
        >
          {done}
        </p>
      )}
      {items.length === 0 ? null : (
        <Card className="mt-4 px-5">
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <li key={item.id} className="grid gap-3 py-4 [overflow-wrap:anywhere]">
                {children(item)}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}
