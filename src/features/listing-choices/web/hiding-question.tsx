import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';

interface HidingQuestionProps {
  goes: readonly { name: string; listings: number }[];
  /** Stands after the names: what happens. */
  children: ReactNode;
  onYes: () => void;
  onNo: () => void;
}

/** Says what hiding means for the listings that have it, and asks once more. */
export function HidingQuestion({ goes, children, onYes, onNo }: HidingQuestionProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.querySelector('button')?.focus(), []);
  const names = goes.map(({ name, listings }) => `${name} (${listings} ${listings === 1 ? 'listing' : 'listings'})`);
  return (
    <div
      ref={place}
      role="alert"
      className="grid gap-3 rounded-control border border-gold-line bg-gold-ground p-4 text-16"
    >
      <p>
        <strong>{names.join(', ')}:</strong> {children} It is all there when you show it again.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onYes}>Hide and save</Button>
        <Button look="secondary" onClick={onNo}>
          Not now
        </Button>
      </div>
    </div>
  );
}
