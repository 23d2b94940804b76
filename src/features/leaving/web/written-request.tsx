/** The part of a person's page for staff: their data as a file, and the end of their account, when they ask for it in writing. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { withNewProof } from '#features/accounts/web/with-proof.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import type { WaitingCounts } from '#features/staff-frame/waiting-words.ts';
import { AskFirst } from '#features/staff-frame/web/ask-first.tsx';
import { KeptReason, noReason } from '#features/staff-frame/web/kept-reason.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatDate } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { useNavigate } from '#web/router/router.tsx';
import { deletePerson, getDataOfPerson, getLeavingOfPerson, keepPerson } from '../staff-contract.ts';
import { DeleteOnRequest, type Wishes } from './delete-on-request.tsx';

interface WrittenRequestProps {
  id: string;
  username: string;
  isStaff: boolean;
  waiting: WaitingCounts;
}

const minReason = 10;
const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
/** A refusal is told in a toast by then. */
const told = () => {};
const why = 'You do this for somebody else.';

export function WrittenRequest({ id, username, isStaff, waiting }: WrittenRequestProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { timeZone } = useCity();
  const params = { id };
  const { data: leaving } = useQuery({ ...endpointQuery(getLeavingOfPerson, { params }), staleTime: 0 });
  const { isPending, attempt } = useStaffAction();
  const [{ reason, settle }, setTyped] = useState(noReason);

  function download() {
    const body = { reason: reason.trim() };
    const call = async () => (await callApi(client, getDataOfPerson, { params, body })).answer;
    const done = `The file is made, and ${username} is told`;
    void withNewProof(client, why, () => attempt(call, done)).then((data) => {
      if (data === null) return;
      settle();
      save(data);
    }, told);
  }

  function remove(given: string, { plans, ...wishes }: Wishes, forget: () => void) {
    const body = { reason: given, ...wishes, ...(plans === null ? {} : { plans }) };
    const call = async () => {
      const { answer } = await callApi(client, deletePerson, { params, body });
      forget();
      if (answer.deletesAt !== null) return answer;
      // The other page first: what this one shows is gone, and must not be asked for again.
      await navigate('/staff/people', { replace: true });
      await drawn();
      return answer;
    };
    void withNewProof(client, why, () => attempt(call, ({ message }) => message)).catch(told);
  }

  function keep() {
    const call = async () => (await callApi(client, keepPerson, { params })).answer;
    void withNewProof(client, why, () => attempt(call, ({ message }) => message)).catch(told);
  }

  return (
    <>
      <h2 className="mt-6 mb-2 text-21">Asked in writing</h2>
      <p className="max-w-prose text-16 text-ink-soft">
        For somebody who asks for their data, or for the end of their account, and cannot log in. Make sure that it is
        them: you say how, and they and all administrators get an email.
      </p>
      {leaving?.deletesAt ? (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-16">
          <strong>The account will be deleted on {formatDate(leaving.deletesAt, timeZone)}.</strong>
          <SmallButton disabled={isPending} onClick={keep}>
            Keep the account
          </SmallButton>
        </p>
      ) : null}
      <div className="mt-3 flex flex-wrap items-start gap-2">
        <AskFirst
          label="Make the file of their data..."
          consequence="The same file that they get under Your account. Send it on a way that only they can read."
          action="Make the file"
          isPending={isPending}
          isReady={reason.trim().length >= minReason}
          onSure={download}
        >
          <KeptReason
            thing={`data-on-request:${id}`}
            label="How do you know that it is the same person?"
            help="A sentence. It is kept in the history."
            maxLength={500}
            onChange={setTyped}
          />
        </AskFirst>
        {leaving === undefined || isStaff ? null : (
          <DeleteOnRequest
            key={leaving.deletesAt ?? ''}
            id={id}
            username={username}
            leaving={leaving}
            waiting={waiting}
            isPending={isPending}
            onSure={remove}
          />
        )}
      </div>
      {isStaff ? (
        <p className="mt-2 text-16 text-ink-soft">To delete the account, take the person out of the staff first.</p>
      ) : null}
    </>
  );
}

function save(data: unknown): void {
  const text = JSON.stringify(data, null, 2);
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: address, download: 'data-of-person.json' }).click();
  URL.revokeObjectURL(address);
}
