/** Parts of the forms for lists of the town: the buttons that move an entry, and those that save all. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { Button } from '#web/ui/button.tsx';

interface MoveButtonsProps {
  name: string;
  at: number;
  last: number;
  onMove: (to: number) => void;
}

export function MoveButtons({ name, at, last, onMove }: MoveButtonsProps) {
  return (
    <>
      <SmallButton aria-label={`Move ${name} up`} disabled={at === 0} onClick={() => onMove(at - 1)}>
        <ArrowUp aria-hidden="true" size={18} />
      </SmallButton>
      <SmallButton aria-label={`Move ${name} down`} disabled={at === last} onClick={() => onMove(at + 1)}>
        <ArrowDown aria-hidden="true" size={18} />
      </SmallButton>
    </>
  );
}

interface SaveButtonsProps {
  changedAt: string | null;
  changedBy: string | null;
  isPending: boolean;
  onReset: () => void;
}

export function SaveButtons({ changedAt, changedBy, isPending, onReset }: SaveButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" disabled={isPending}>
        {isPending ? 'Saving...' : 'Save'}
      </Button>
      {changedAt ? (
        <>
          <SmallButton disabled={isPending} onClick={onReset}>
            Back to the original
          </SmallButton>
          <span className="text-14 text-ink-soft">
            Changed <Moment at={changedAt} />
            {changedBy ? ` by ${changedBy}` : ''}
          </span>
        </>
      ) : (
        <span className="text-14 text-ink-soft">As it came with the site</span>
      )}
    </div>
  );
}
