import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { ConfirmDialog } from '#features/staff-frame/web/confirm-dialog.tsx';
import { ReasonForm } from '#features/staff-frame/web/reason-form.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { namesOf, TickAll, TickBar } from '#features/staff-frame/web/tick-all.tsx';
import { useMay } from '#features/staff-frame/web/use-may.ts';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import type { Ticks } from '#features/staff-frame/web/use-ticks.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { StaffBusinessRow } from '../staff-contract.ts';
import { deleteTogether, hideTogether } from '../together-contract.ts';

interface Done {
  done: string[];
  refused: { id: string; name: string; why: string }[];
}

const inWords = (count: number) => (count === 1 ? '1 business' : `${count} businesses`);

function useActTogether({ chosen, untick }: Ticks<StaffBusinessRow>) {
  const client = useQueryClient();
  const { isPending, attempt } = useStaffAction();
  const [refused, setRefused] = useState<Done['refused']>([]);
  const ids = chosen.map(({ id }) => id);
  const said = (verb: string) => (answer: Done) => {
    const { length } = answer.done;
    const what = `${inWords(length)} ${length === 1 ? 'is' : 'are'} ${verb}`;
    return answer.refused.length === 0 ? what : `${what}, ${answer.refused.length} left`;
  };
  async function note(act: Promise<Done>): Promise<boolean> {
    try {
      setRefused((await act).refused);
      return true;
    } catch {
      // It was told, and the ticks stay for another try.
      return false;
    }
  }
  return {
    isPending,
    refused,
    hide: (reason: string, sent: () => void) =>
      note(
        attempt(
          async () => {
            const { answer } = await callApi(client, hideTogether, { body: { ids, reason } });
            untick(ids);
            sent();
            return answer;
          },
          said('hidden'),
          ({ done, groupId }) => (done.length === 0 ? undefined : { subjectId: groupId, shown: done }),
        ),
      ),
    remove: () => {
      const body = { ids, count: ids.length };
      const act = async () => {
        const { answer } = await withProof(client, () => callApi(client, deleteTogether, { body }));
        untick(ids);
        return answer;
      };
      return note(attempt(act, said('deleted')));
    },
  };
}

/** Above the list of businesses: hides or deletes those that are ticked, after one question. */
export function ActTogetherBar({ ticks }: { ticks: Ticks<StaffBusinessRow> }) {
  const [asking, setAsking] = useState<'hide' | 'delete' | null>(null);
  const mayDelete = useMay(['administrator']);
  const { rows, chosen, tickAll } = ticks;
  const { isPending, refused, hide, remove } = useActTogether(ticks);
  const count = chosen.length;
  const owned = chosen.filter(({ owner }) => owner !== null).length;
  if (rows.length === 0 && refused.length === 0) return null;
  return (
    <TickBar isSticky={count > 0 && asking !== 'hide'}>
      <TickAll label={`All ${rows.length} here`} chosen={count} all={rows.length} onTick={tickAll}>
        {asking === 'hide' ? null : (
          <>
            <SmallButton disabled={isPending} onClick={() => setAsking('hide')}>
              Hide {count}
            </SmallButton>
            {mayDelete ? (
              <SmallButton disabled={isPending} onClick={() => setAsking('delete')}>
                Delete {count} for good
              </SmallButton>
            ) : null}
          </>
        )}
      </TickAll>
      {asking === 'hide' && count > 0 ? (
        <>
          <p className="text-16 [overflow-wrap:anywhere]">
            <strong className="font-semibold">To be hidden:</strong> {namesOf(chosen)}
          </p>
          <ReasonForm
            thing="hide:together"
            label={owned > 0 ? 'Why?' : 'Why? (optional)'}
            help={owned > 0 ? 'Each owner gets this by mail.' : 'Stays in the history.'}
            maxLength={500}
            isOptional={owned === 0}
            action={`Hide ${count}`}
            isPending={isPending}
            onSubmit={(reason, sent) => {
              const hidden = () => {
                sent();
                setAsking(null);
              };
              void hide(reason, hidden);
            }}
            onCancel={() => setAsking(null)}
          />
        </>
      ) : null}
      {asking === 'delete' && count > 0 ? (
        <ConfirmDialog
          title={`Delete ${inWords(count)} for good?`}
          action={`Delete ${count} for good`}
          onConfirm={() => void remove()}
          onClose={() => setAsking(null)}
        >
          <p className="[overflow-wrap:anywhere]">{namesOf(chosen)}</p>
          <p>
            They go with their pictures, messages and all else that belongs to them, also from the dashboard of who sent
            them in. Nobody is told.
          </p>
          <p>
            These stay, and say why: a listing that visitors see or that waits for a decision, one with an owner unless
            it is rejected, and one that somebody has claimed or paid for.
          </p>
          <p>
            <strong>This cannot be taken back.</strong>
          </p>
        </ConfirmDialog>
      ) : null}
      {refused.length > 0 ? (
        <ul className="grid gap-1 text-14 text-danger">
          {refused.map(({ id, name, why }) => (
            <li key={id} className="[overflow-wrap:anywhere]">
              {name} is left: {why}
            </li>
          ))}
        </ul>
      ) : null}
    </TickBar>
  );
}
