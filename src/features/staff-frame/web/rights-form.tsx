import { useState } from 'react';
import { rightNames } from '#shared/has-right.ts';
import { type StaffRight, staffRights } from '#shared/staff-rights.ts';
import { AskFirst } from './ask-first.tsx';

const extents: Record<StaffRight, string> = {
  editor: 'events, news, newsletter, ads, notices',
  moderator: 'queue, listings, reports, messages, synonyms',
  treasurer: 'billing, refunds, plans',
  administrator: 'people, settings, imports, and all of these',
};

interface RightsFormProps {
  person: { rights: readonly StaffRight[]; emailVerified: boolean };
  isPending: boolean;
  onGive: (rights: StaffRight[]) => void;
}

/** Makes somebody staff, or gives staff other rights. */
export function RightsForm({ person, isPending, onGive }: RightsFormProps) {
  const [chosen, setChosen] = useState<readonly StaffRight[]>(person.rights);
  const rights = staffRights.filter((right) => chosen.includes(right));
  const isStaff = person.rights.length > 0;
  const told = 'All their sessions end, and they and all administrators are told by mail.';
  const unconfirmed =
    'This email is not confirmed yet, so it may be a stranger’s account. The person has to follow the link in their mailbox first.';
  return (
    <AskFirst
      label={isStaff ? 'Change rights' : 'Make staff'}
      consequence={person.emailVerified || isStaff ? `What may they do? ${told}` : unconfirmed}
      action={isStaff ? 'Yes, change rights' : 'Yes, make staff'}
      isReady={rights.length > 0 && String(rights) !== String(person.rights)}
      isPending={isPending}
      onSure={() => onGive(rights)}
    >
      <div className="grid w-full gap-1">
        {staffRights.map((right) => (
          <label key={right} className="flex min-h-11 items-center gap-2 text-16">
            <input
              type="checkbox"
              checked={chosen.includes(right)}
              onChange={({ target }) =>
                setChosen((before) => (target.checked ? [...before, right] : before.filter((one) => one !== right)))
              }
              className="size-5 shrink-0 accent-action"
            />
            <span>
              <span className="font-semibold">{rightNames[right]}</span>: {extents[right]}
            </span>
          </label>
        ))}
      </div>
    </AskFirst>
  );
}
