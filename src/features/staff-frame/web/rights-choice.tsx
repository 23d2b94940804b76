import { rightNames } from '#shared/has-right.ts';
import { type StaffRight, staffRights } from '#shared/staff-rights.ts';

const extents: Record<StaffRight, string> = {
  editor: 'events, news, newsletter, ads, notices',
  moderator: 'queue, listings, reports, messages, synonyms',
  treasurer: 'billing, refunds, plans',
  administrator: 'people, settings, imports, and all of these',
};

interface RightsChoiceProps {
  /** Ticked when the boxes appear. */
  start?: readonly StaffRight[];
  onTick?: (right: StaffRight, isTicked: boolean) => void;
}

/** A box for each right, with what it opens. They hold their state themselves: a form that is kept reads and fills them. */
export function RightsChoice({ start = [], onTick }: RightsChoiceProps) {
  return (
    <div className="grid w-full gap-1">
      {staffRights.map((right) => (
        <label key={right} className="flex min-h-11 items-center gap-2 text-16">
          <input
            type="checkbox"
            name="rights"
            value={right}
            defaultChecked={start.includes(right)}
            onChange={({ target }) => onTick?.(right, target.checked)}
            className="size-5 shrink-0 accent-action"
          />
          <span>
            <span className="font-semibold">{rightNames[right]}</span>: {extents[right]}
          </span>
        </label>
      ))}
    </div>
  );
}
