import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { useNavigate } from '#web/router/router.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { type ListingPeople, removeManager, withdrawInvitation } from '../contract.ts';

interface ManagersListProps {
  people: ListingPeople;
  /** The person at the page. */
  userId: string;
  onChanged: () => Promise<void>;
}

/** The managers of a listing and its open invitations, each with the button that ends it. */
export function ManagersList({ people, userId, onChanged }: ManagersListProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { timeZone } = useCity();
  const { business, isOwner, managers, invitations } = people;
  const { id } = business;
  const list = useRef<HTMLUListElement>(null);
  /** The button that was pressed goes with its line. */
  const changed = async () => {
    const pressed = document.activeElement;
    await onChanged();
    const now = document.activeElement;
    if (now === pressed || now === document.body) list.current?.focus();
  };
  const remove = useMutation({
    mutationFn: (managerId: string) => callApi(client, removeManager, { params: { id, managerId } }),
    onSuccess: async (_, managerId) => {
      showToast({ title: managerId === userId ? `You no longer manage ${business.name}` : 'The manager is removed' });
      if (managerId === userId) await navigate('/dashboard');
      else await changed();
    },
    onError: failed,
  });
  const withdraw = useMutation({
    mutationFn: (invitationId: string) => callApi(client, withdrawInvitation, { params: { id, invitationId } }),
    onSuccess: async ({ answer }) => {
      showToast({ title: answer.message });
      await changed();
    },
    onError: failed,
  });
  const isBusy = remove.isPending || withdraw.isPending;
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="People"
      className="divide-y divide-line rounded-card border border-line bg-card px-5"
    >
      {managers.length === 0 && invitations.length === 0 ? (
        <li className="py-4 text-ink-soft">Nobody but you.</li>
      ) : null}
      {managers.map((manager) => (
        <li
          key={manager.id}
          className="flex flex-wrap items-center justify-between gap-3 py-3 [overflow-wrap:anywhere]"
        >
          <span>
            <strong>{manager.username}</strong>{' '}
            <span className="text-16 text-ink-soft">
              {manager.email === null ? '' : `${manager.email}, `}manager since {formatDate(manager.since, timeZone)}
            </span>
          </span>
          {isOwner || manager.id === userId ? (
            <EndManagement
              name={manager.id === userId ? null : manager.username}
              isBusy={isBusy}
              onSure={() => remove.mutate(manager.id)}
            />
          ) : null}
        </li>
      ))}
      {invitations.map(({ id: invitationId, email, kind, expiresAt }) => (
        <li
          key={invitationId}
          className="flex flex-wrap items-center justify-between gap-3 py-3 [overflow-wrap:anywhere]"
        >
          <span>
            <strong>{email}</strong>{' '}
            <span className="text-16 text-ink-soft">
              {kind === 'owner' ? 'can take the listing over' : 'is invited as manager'} until{' '}
              {formatDate(expiresAt, timeZone)}
            </span>
          </span>
          <Button
            look="quiet"
            aria-label={`Take back the invitation of ${email}`}
            aria-disabled={isBusy}
            onClick={() => isBusy || withdraw.mutate(invitationId)}
          >
            Take back
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface EndManagementProps {
  /** Null: the person at the page leaves. */
  name: string | null;
  isBusy: boolean;
  onSure: () => void;
}

/** Asks first: only a new invitation brings a manager back. */
function EndManagement({ name, isBusy, onSure }: EndManagementProps) {
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useLayoutEffect(() => {
    if (!isAsking && wasAsking.current) button.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const label = name === null ? 'Leave this listing' : `Remove ${name}`;
  if (!isAsking) {
    return (
      <Button ref={button} look="quiet" aria-label={label} aria-disabled={isBusy} onClick={() => setAsking(true)}>
        {name === null ? 'Leave' : 'Remove'}
      </Button>
    );
  }
  return (
    <fieldset
      className="flex flex-wrap items-center gap-2"
      onKeyDown={(event) => {
        if (event.key === 'Escape') setAsking(false);
      }}
    >
      <legend className="sr-only">{label}</legend>
      <span className="text-16">
        {name === null ? 'You can no longer edit it.' : `${name} can no longer edit it, and is told by mail.`}
      </span>
      <Button look="danger" ref={takeFocus} aria-disabled={isBusy} onClick={() => isBusy || onSure()}>
        {name === null ? 'Yes, leave' : 'Yes, remove'}
      </Button>
      <Button look="secondary" onClick={() => setAsking(false)}>
        Cancel
      </Button>
    </fieldset>
  );
}

function failed(error: Error) {
  showToast({ title: 'Error', text: problemMessage(error, 'That did not work. Please try again.'), destructive: true });
}
