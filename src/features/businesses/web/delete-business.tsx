import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { SmallButton, StaffPart } from '#features/staff-frame/web/staff-parts.tsx';
import { useMay } from '#features/staff-frame/web/use-may.ts';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { useNavigate } from '#web/router/router.tsx';
import { TextField } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type BusinessDeletion, deleteBusiness, getBusinessDeletion } from '../staff-contract.ts';

interface Listing {
  id: string;
  name: string;
}

/** For administrators alone. Says what goes or what to do first, and asks for the name. */
export function DeleteBusiness({ business }: { business: Listing }) {
  const [isAsked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useLayoutEffect(() => {
    if (!isAsked && wasAsked.current) button.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);
  if (!useMay(['administrator'])) return null;
  return (
    <div id="delete">
      <StaffPart title="Delete">
        {isAsked ? (
          <Question business={business} onClose={() => setAsked(false)} />
        ) : (
          <SmallButton ref={button} onClick={() => setAsked(true)}>
            Delete for good
          </SmallButton>
        )}
      </StaffPart>
    </div>
  );
}

function Question({ business, onClose }: { business: Listing; onClose: () => void }) {
  const params = { id: business.id };
  const { data, error, refetch } = useQuery(endpointQuery(getBusinessDeletion, { params }));
  const box = useRef<HTMLFieldSetElement>(null);
  const isRead = data !== undefined;
  useLayoutEffect(() => {
    if (isRead) box.current?.focus();
  }, [isRead]);
  if (data === undefined) {
    if (!error) return <Spinner />;
    return <LoadFailed message="We could not look up what would go." onRetry={() => void refetch()} />;
  }
  return (
    <fieldset
      ref={box}
      tabIndex={-1}
      className={clsx(
        'grid min-w-0 gap-3 rounded-control border p-4 text-16',
        data.first.length > 0 ? 'border-line-strong' : 'border-danger',
      )}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <legend className="sr-only">Delete {business.name} for good?</legend>
      {data.first.length > 0 ? (
        <>
          <p>It cannot be deleted yet:</p>
          <ul className="list-disc ps-6">
            {data.first.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <div>
            <SmallButton onClick={onClose}>Close</SmallButton>
          </div>
        </>
      ) : (
        <NameForm business={business} goes={data.goes} owner={data.owner} onClose={onClose} />
      )}
    </fieldset>
  );
}

interface NameFormProps {
  business: Listing;
  goes: BusinessDeletion['goes'];
  owner: string | null;
  onClose: () => void;
}

function NameForm({ business: { id, name }, goes, owner, onClose }: NameFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isPending, run } = useStaffAction();
  const [error, setError] = useState<string>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = String(new FormData(form).get('name')).trim();
    const act = () =>
      withProof(client, () => callApi(client, deleteBusiness, { params: { id }, body: { name: typed } }));
    const refused = await run(act, `${name} is deleted`, undefined, { gone: id });
    if (refused === null) return navigate('/staff/businesses', { replace: true });
    setError(refused['name']);
    if (refused['name']) form.querySelector('input')?.focus();
  }

  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
      <p className="max-w-[66ch]">
        <strong>{name}</strong> goes for good: its page and every address that leads to it
        {inWords(goes)}, and its edits can no longer be put back. Its events stay, without it.{' '}
        {goes.picture > 0 ? 'The files of its pictures are removed within two days. ' : null}The audit log keeps its
        name and what was done.{owner === null ? null : ` It goes from the dashboard of ${owner}, who gets no mail.`}
      </p>
      <p>
        <strong>This cannot be taken back.</strong>
      </p>
      <TextField
        label="Type the name of the business"
        name="name"
        autoComplete="off"
        help={name}
        error={error}
        className="max-w-[30rem]"
      />
      <div className="flex flex-wrap gap-2">
        <SmallButton type="submit" look="danger" disabled={isPending}>
          {isPending ? 'Deleting...' : 'Delete for good'}
        </SmallButton>
        <SmallButton onClick={onClose}>Keep it</SmallButton>
      </div>
    </form>
  );
}

const words: Record<keyof BusinessDeletion['goes'], readonly [one: string, many: string]> = {
  picture: ['picture', 'pictures'],
  recommendation: ['recommendation', 'recommendations'],
  message: ['message', 'messages'],
  announcement: ['announcement', 'announcements'],
  offer: ['offer', 'offers'],
  report: ['report or suggested change', 'reports and suggested changes'],
};

/** ', 3 pictures, 1 message'; '' when nothing goes with it. */
function inWords(goes: BusinessDeletion['goes']): string {
  const kinds = Object.keys(words) as (keyof typeof words)[];
  return kinds
    .filter((kind) => goes[kind] > 0)
    .map((kind) => `, ${goes[kind]} ${words[kind][goes[kind] === 1 ? 0 : 1]}`)
    .join('');
}
