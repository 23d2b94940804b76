/** The person's passkeys: add, name, remove. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { getCurrentUser } from '../contract.ts';
import { type PasskeyInfo, PasskeyNameForm, removePasskey, renamePasskey } from '../passkey-contract.ts';
import { worksAt } from '../passkey-host.ts';
import { AccountSection } from './account-section.tsx';
import { useCanUsePasskeys } from './can-use-passkeys.ts';
import { factorsQuery } from './factors-query.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useCheckedForm } from './use-checked-form.ts';
import { withProof } from './with-proof.ts';

const refreshUser = (client: ReturnType<typeof useQueryClient>) =>
  client.invalidateQueries({ queryKey: [getCurrentUser.path] });
const refreshFactors = (client: ReturnType<typeof useQueryClient>) =>
  client.invalidateQueries({ queryKey: factorsQuery.queryKey });

function AddPasskey({ isFirst, onCodes }: { isFirst: boolean; onCodes: (codes: string[]) => void }) {
  const noteId = useId();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { makePasskey, passkeyProblem } = await import('./passkey-calls.ts');
      return makePasskey(client).catch((error: unknown) => {
        throw new Error(passkeyProblem(error, 'No passkey was added.'), { cause: error });
      });
    },
    onSuccess: async (codes) => {
      if (codes.length > 0) onCodes(codes);
      else showToast({ title: 'The passkey is added.' });
      await refreshFactors(client);
    },
    onError: ({ message }) => showToast({ title: 'Error', text: message, destructive: true }),
  });
  return (
    <>
      {isFirst ? (
        <p id={noteId} className="text-16 text-ink-soft">
          Adding one signs out every other device of yours.
        </p>
      ) : null}
      <Button
        look="secondary"
        className="justify-self-start"
        disabled={isPending}
        aria-describedby={isFirst ? noteId : undefined}
        onClick={() => mutate()}
      >
        {isPending ? 'Adding...' : 'Add a Passkey'}
      </Button>
    </>
  );
}

function Rename({ passkey, onDone }: { passkey: PasskeyInfo; onDone: () => void }) {
  const client = useQueryClient();
  const { errors, isPending, onSubmit } = useCheckedForm(
    PasskeyNameForm,
    async (body) => {
      const { answer } = await callApi(client, renamePasskey, { params: { id: passkey.id }, body });
      showToast({ title: answer.message });
      await refreshFactors(client);
      onDone();
    },
    'It has its former name. Check the connection and try again.',
  );
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-3">
      <TextField label="Name" name="name" defaultValue={passkey.name} maxLength={60} required error={errors.name} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isPending}>
          Save Name
        </Button>
        <Button look="secondary" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface RemoveProps {
  passkey: PasskeyInfo;
  onRemoved: () => void;
  onDone: () => void;
}

function Remove({ passkey, onRemoved, onDone }: RemoveProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => withProof(client, () => callApi(client, removePasskey, { params: { id: passkey.id } })),
    onSuccess: async ({ answer }) => {
      showToast({ title: answer.message });
      await refreshFactors(client);
      await refreshUser(client);
      onRemoved();
    },
    onError: (error) =>
      showToast({
        title: 'Error',
        text: problemMessage(error, 'It was not removed. Check the connection and try again.'),
        destructive: true,
      }),
  });
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="danger" disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Removing...' : 'Yes, Remove It'}
      </Button>
      <Button look="secondary" onClick={onDone}>
        Keep It
      </Button>
    </div>
  );
}

function PasskeyRow({ passkey, onRemoved }: { passkey: PasskeyInfo; onRemoved: () => void }) {
  const { timeZone, siteUrl } = useCity();
  const [act, setAct] = useState<'rename' | 'remove' | null>(null);
  const row = useRef<HTMLLIElement>(null);
  const hasActed = useRef(false);
  // The pressed button makes room for others.
  useLayoutEffect(() => {
    if (act !== null || hasActed.current) row.current?.querySelector<HTMLElement>('input, button')?.focus();
    if (act !== null) hasActed.current = true;
  }, [act]);
  const day = (instant: string) => formatDate(instant, timeZone);
  const done = () => setAct(null);
  return (
    <li ref={row} className="grid gap-3 border-b border-line pb-3">
      <div>
        <p className="font-semibold break-words">{passkey.name}</p>
        <p className="numbers text-16 text-ink-soft">
          Added {day(passkey.createdAt)},{' '}
          {passkey.lastUsedAt === null ? 'not used yet' : `last used ${day(passkey.lastUsedAt)}`}
        </p>
        {worksAt(passkey.host, siteUrl) ? null : (
          <p className="text-16 text-danger">
            It was made for {passkey.host} and does not work at this address. Add a new one, then remove this one.
          </p>
        )}
      </div>
      {act === 'rename' ? <Rename passkey={passkey} onDone={done} /> : null}
      {act === 'remove' ? <Remove passkey={passkey} onRemoved={onRemoved} onDone={done} /> : null}
      {act === null ? (
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" onClick={() => setAct('rename')}>
            Rename<span className="sr-only"> {passkey.name}</span>
          </Button>
          <Button look="secondary" onClick={() => setAct('remove')}>
            Remove<span className="sr-only"> {passkey.name}</span>
          </Button>
        </div>
      ) : null}
    </li>
  );
}

export function PasskeysSection() {
  const client = useQueryClient();
  const { data: factors, isError, refetch } = useQuery(factorsQuery);
  const [codes, setCodes] = useState<string[] | null>(null);
  const canUse = useCanUsePasskeys();
  const parts = useRef<HTMLDivElement>(null);
  const focusRest = () => parts.current?.querySelector<HTMLElement>('button')?.focus();
  const finish = () => {
    setCodes(null);
    void refreshUser(client);
  };

  function content() {
    if (codes) return <RecoveryCodes codes={codes} onKept={finish} />;
    if (isError) return <LoadFailed message="We could not load your passkeys." onRetry={() => void refetch()} />;
    if (factors === undefined) return <Skeleton className="h-11" />;
    return (
      <div ref={parts} className="grid gap-4">
        {factors.passkeys.length > 0 ? (
          <ul className="grid gap-4">
            {factors.passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onRemoved={focusRest} />
            ))}
          </ul>
        ) : null}
        {canUse ? (
          <AddPasskey isFirst={!factors.app && factors.passkeys.length === 0} onCodes={setCodes} />
        ) : (
          <p>This browser does not know passkeys.</p>
        )}
      </div>
    );
  }

  return (
    <AccountSection
      title="Passkeys"
      text="Log in with the fingerprint, face or PIN that unlocks your phone or computer, without email and password. A passkey cannot be guessed, and a page that only looks like ours cannot ask for it."
    >
      {content()}
    </AccountSection>
  );
}
