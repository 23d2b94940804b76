import { useState } from 'react';
import { type StaffRight, staffRights } from '#shared/staff-rights.ts';
import { AskFirst } from './ask-first.tsx';
import { RightsChoice } from './rights-choice.tsx';

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
      <RightsChoice
        start={chosen}
        onTick={(right, isTicked) =>
          setChosen((before) => (isTicked ? [...before, right] : before.filter((one) => one !== right)))
        }
      />
    </AskFirst>
  );
}
