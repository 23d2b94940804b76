import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { AccountSection } from '#features/accounts/web/account-section.tsx';
import type { MailKind } from '#shared/mail-kinds.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Link } from '#web/router/link.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type MailChoice, setMailChoice } from '../contract.ts';
import { mailWords } from '../mail-words.ts';
import { AlwaysSent } from './always-sent.tsx';
import { mailChoicesQuery } from './mail-choices-query.ts';

const isWanted = () => location.hash === '#emails';
const comeIntoSight = (part: HTMLElement | null) => {
  if (isWanted()) part?.scrollIntoView();
};

/** A switch for each optional kind of email. Each is saved at once. */
export function EmailsSection({ isStaff }: { isStaff: boolean }) {
  const { data, isError, refetch } = useQuery({ ...mailChoicesQuery, refetchOnMount: 'always' });
  return (
    <div id="emails" ref={comeIntoSight} className="scroll-mt-4">
      <AccountSection
        title="What we send you"
        text={
          <div className="grid gap-3">
            <p>
              For the listings that you own or manage. Turn off what you do not want; each of these emails also has a
              link at its end that stops its kind.
            </p>
            <AlwaysSent />
            {isStaff ? (
              <p>
                Emails about what waits for staff have <Link to="/staff/week">switches of their own</Link>.
              </p>
            ) : null}
          </div>
        }
      >
        {isError ? <LoadFailed message="We could not load your choices." onRetry={() => void refetch()} /> : null}
        {data || isError ? null : <Skeleton className="h-72" />}
        <ul className="grid gap-4">
          {data?.map((choice) => (
            <Switch key={choice.kind} choice={choice} />
          ))}
        </ul>
      </AccountSection>
    </div>
  );
}

const saving = ['mail-choice'];

/** Saves one kind. Several may be under way at once, and their answers come in any order: each counts for its own kind alone. */
function useTurn(kind: MailKind) {
  const client = useQueryClient();
  const { queryKey } = mailChoicesQuery;
  return useMutation({
    mutationKey: saving,
    // Clicks on one switch take turns, so that the last one counts.
    scope: { id: `mail-choice-${kind}` },
    mutationFn: (isOn: boolean) => callApi(client, setMailChoice, { body: { kind, isOn } }),
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: ({ answer }, isOn) => {
      const own = answer.find((choice) => choice.kind === kind);
      client.setQueryData(queryKey, (old) => old?.map((choice) => (choice.kind === own?.kind ? own : choice)));
      // The statistics page of a listing says if its numbers are mailed.
      client.removeQueries({ type: 'inactive' });
      showToast({ title: isOn ? 'We email you' : 'No more emails', text: mailWords[kind].name });
    },
    onError: (error) => {
      showToast({
        title: 'Error',
        text: problemMessage(error, 'This could not be saved. Check the connection and try again.'),
        destructive: true,
      });
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: saving }) === 1) void client.invalidateQueries({ queryKey });
    },
  });
}

function Switch({ choice: { kind, isOn } }: { choice: MailChoice }) {
  const { isPending, variables, mutate } = useTurn(kind);
  const help = useId();
  const { name, tells, without } = mailWords[kind];
  return (
    <li>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-action"
          checked={isPending ? variables : isOn}
          aria-describedby={help}
          onChange={({ currentTarget }) => mutate(currentTarget.checked)}
        />
        {name}
      </label>
      <p id={help} className="pl-8 text-16 text-ink-soft">
        {tells} {without}
      </p>
      {kind === 'messages' ? (
        <Link to="/dashboard/messages" className="ml-8 inline-flex min-h-11 items-center text-16">
          Want no messages at all? Turn them off for a listing
        </Link>
      ) : null}
    </li>
  );
}
