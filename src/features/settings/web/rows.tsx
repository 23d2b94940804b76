import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';

interface RowsProps<T> {
  /** The noun in the buttons' names: 'slide'. */
  what: string;
  rows: readonly T[];
  empty: T;
  min?: number;
  max: number;
  onChange: (rows: T[]) => void;
  children: (row: T, set: (row: T) => void, place: number) => ReactNode;
}

/** An ordered list: each row can be moved, changed and removed, and rows can be added. */
export function Rows<T>({ what, rows, empty, min = 1, max, onChange, children }: RowsProps<T>) {
  const swap = (one: number, other: number) =>
    onChange(rows.map((row, at) => (at === one ? rows[other] : at === other ? rows[one] : row) as T));
  return (
    <div className="grid gap-3">
      <ol className="grid gap-3">
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own, and their fields hold no state
          <li key={place} className="grid gap-3 rounded-control border border-line p-4">
            {children(row, (changed) => onChange(rows.map((old, at) => (at === place ? changed : old))), place)}
            <div className="flex flex-wrap gap-2">
              <SmallButton
                aria-label={`Move ${what} ${place + 1} up`}
                disabled={place === 0}
                onClick={() => swap(place, place - 1)}
              >
                <ArrowUp aria-hidden="true" size={18} />
              </SmallButton>
              <SmallButton
                aria-label={`Move ${what} ${place + 1} down`}
                disabled={place === rows.length - 1}
                onClick={() => swap(place, place + 1)}
              >
                <ArrowDown aria-hidden="true" size={18} />
              </SmallButton>
              <SmallButton
                aria-label={`Remove ${what} ${place + 1}`}
                disabled={rows.length <= min}
                onClick={() => onChange(rows.filter((_, at) => at !== place))}
              >
                <Trash2 aria-hidden="true" size={18} />
              </SmallButton>
            </div>
          </li>
        ))}
      </ol>
      {rows.length < max ? (
        <p>
          <SmallButton onClick={() => onChange([...rows, empty])}>
            <Plus aria-hidden="true" size={18} />
            Add a {what}
          </SmallButton>
        </p>
      ) : null}
    </div>
  );
}
