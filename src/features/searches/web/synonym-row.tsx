import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AskFirst } from '#features/staff-frame/web/ask-first.tsx';
import { SmallButton, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { changeSynonym, removeSynonym, type Synonym } from '../staff-contract.ts';
import { SynonymForm } from './synonym-form.tsx';

export function SynonymRow({ synonym: { id, term, means } }: { synonym: Synonym }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [isEditing, setEditing] = useState(false);
  if (isEditing) {
    return (
      <div className="rounded-control border border-line bg-card px-4 py-3 text-16">
        <SynonymForm
          thing={`synonym:${id}`}
          values={{ term, means }}
          action="Save"
          done="The synonym is changed."
          onSave={(form, was) => callApi(client, changeSynonym, { params: { id }, body: { ...form, was } })}
          onClose={() => setEditing(false)}
        />
      </div>
    );
  }
  return (
    <StaffRow>
      <p className="min-w-0 flex-1 break-words">
        <span className="font-semibold">{term}</span> <span className="text-ink-soft">means</span> {means}
      </p>
      <div className="flex flex-wrap gap-2">
        <SmallButton onClick={() => setEditing(true)}>
          Edit<span className="sr-only"> {term}</span>
        </SmallButton>
        <AskFirst
          label="Remove"
          consequence={`Searches for “${term}” will find what they found before.`}
          action="Remove synonym"
          isPending={isPending}
          onSure={() =>
            void run(() => callApi(client, removeSynonym, { params: { id } }), `“${term}” is no synonym any more.`)
          }
        />
      </div>
    </StaffRow>
  );
}
