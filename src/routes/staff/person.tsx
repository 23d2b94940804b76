import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import {
  banPerson,
  callOffEmailChange,
  endPersonSession,
  endPersonSessions,
  getPerson,
  type PersonDetail,
  removePersonFactors,
  setPersonRole,
  startEmailChange,
} from '#features/accounts/people-contract.ts';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { canEnd } from '#features/billing-desk/card-plan.ts';
import { staffPlanNames } from '#features/billing-desk/plan-names.ts';
import { getPersonMoney, type StaffSubscription } from '#features/billing-desk/staff-contract.ts';
import { PersonMoney } from '#features/billing-desk/web/person-money.tsx';
import { PageMissing } from '#features/city-guide/web/page-missing.tsx';
import { WrittenRequest } from '#features/leaving/web/written-request.tsx';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { AskFirst } from '#features/staff-frame/web/ask-first.tsx';
import { BanPerson } from '#features/staff-frame/web/ban-person.tsx';
import { LostFactors } from '#features/staff-frame/web/lost-factors.tsx';
import { LostMailbox, WaitingEmailChange } from '#features/staff-frame/web/lost-mailbox.tsx';
import { RightsForm } from '#features/staff-frame/web/rights-form.tsx';
import { SmallButton, StaffHeading, StaffRow, StatusBadge } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import type { StaffRight } from '#shared/staff-rights.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { usePageParams } from '#web/page-params.tsx';
import { Link } from '#web/router/link.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { PersonBadges } from './people.tsx';

export function Page() {
  const { id = '' } = usePageParams();
  const { data: person, error, refetch } = useQuery(endpointQuery(getPerson, { params: { id } }));
  if (person) return <PersonDesk person={person} />;
  if (isNotFound(error)) return <PageMissing />;
  return error ? <LoadFailed message="We could not load this person." onRetry={() => void refetch()} /> : <Spinner />;
}

/** The calls of the page's buttons, and the focus after a call: the pressed button is gone or was disabled. */
function usePersonActions(person: PersonDetail) {
  const client = useQueryClient();
  const { isPending, run, attempt } = useStaffAction();
  const { id, username, role, rights: was, bannedAt, emailChange, secondFactor } = person;
  const params = { id };
  const isStaff = role === 'staff';

  const actions = useRef<HTMLDivElement>(null);
  const hasActed = useRef(false);
  const isBanned = bannedAt !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these values changes which buttons are shown
  useLayoutEffect(() => {
    if (isPending || !hasActed.current || document.activeElement !== document.body) return;
    actions.current?.querySelector('button')?.focus();
  }, [isPending, isBanned, isStaff, emailChange, secondFactor]);

  const act = (call: () => Promise<unknown>, done: string, undoable?: { subjectId: string }) => {
    hasActed.current = true;
    void run(call, done, undoable);
  };
  return {
    isPending,
    isStaff,
    isBanned,
    actions,
    ban: (reason = '', also = { rejectWaiting: false, endPlans: false }) => {
      hasActed.current = true;
      const body = { banned: !isBanned, reason, ...also };
      const call = async () => (await callApi(client, banPerson, { params, body })).answer;
      const done = ({ rejected }: { rejected: number }) => {
        if (isBanned) return `${username} may come back`;
        return rejected === 0 ? `${username} is banned` : `${username} is banned, and ${rejected} rejected`;
      };
      // A refusal is told by then.
      attempt(call, done, ({ undoId }) => ({ subjectId: undoId })).catch(() => {});
    },
    endSessions: () =>
      void run(() => withProof(client, () => callApi(client, endPersonSessions, { params })), 'Sessions ended'),
    endOne: (sessionId: string) =>
      void run(
        () => withProof(client, () => callApi(client, endPersonSession, { params: { ...params, sessionId } })),
        'The session has ended',
      ),
    startChange: (email: string, reason: string) => {
      hasActed.current = true;
      return run(
        () => withProof(client, () => callApi(client, startEmailChange, { params, body: { email, reason } })),
        'The change of email has started',
      );
    },
    callOff: () => act(() => callApi(client, callOffEmailChange, { params }), `${username} keeps ${person.email}`),
    removeFactors: (reason: string, settle: () => void) =>
      act(
        () =>
          withProof(client, () => callApi(client, removePersonFactors, { params, body: { reason } })).then((answer) => {
            settle();
            return answer;
          }),
        `The second factor of ${username} is removed`,
      ),
    removeFromStaff: () =>
      act(
        () => withProof(client, () => callApi(client, setPersonRole, { params, body: { role: 'owner', was } })),
        `${username} is not staff any more`,
      ),
    giveRights: (rights: StaffRight[]) =>
      act(
        () => withProof(client, () => callApi(client, setPersonRole, { params, body: { role: 'staff', rights, was } })),
        isStaff ? `${username} has these rights now` : `${username} is staff now`,
      ),
  };
}

const nameOf = ({ kind, business }: StaffSubscription) =>
  business === null ? staffPlanNames[kind] : `${staffPlanNames[kind]}: ${business.name}`;

function PersonDesk({ person }: { person: PersonDetail }) {
  const { user } = useCurrentUser();
  const desk = usePersonActions(person);
  const { isPending, isStaff, isBanned } = desk;
  const { id, username, businesses, sessions, emailChange } = person;
  const { data: money } = useQuery(endpointQuery(getPersonMoney, { params: { id } }));
  const plans = money === undefined ? null : money.subscriptions.filter(canEnd).map(nameOf);
  return (
    <>
      <StaffHeading title={username}>
        <span className="flex flex-wrap gap-1.5">
          <PersonBadges person={person} />
        </span>
      </StaffHeading>
      <p className="text-16">
        <a href={`mailto:${person.email}`}>{person.email}</a> · here since <Moment at={person.createdAt} />
      </p>
      {user && user.id !== id ? (
        <div ref={desk.actions} className="mt-4 flex flex-wrap items-start gap-2">
          {isBanned ? (
            <SmallButton disabled={isPending} onClick={() => desk.ban()}>
              Lift the ban
            </SmallButton>
          ) : null}
          {isStaff || isBanned ? null : (
            <BanPerson
              username={username}
              listings={businesses.map(({ status }) => status)}
              waiting={person.waiting}
              atPayment={person.atPayment}
              plans={plans}
              isPending={isPending}
              onBan={desk.ban}
            />
          )}
          {isStaff ? (
            <AskFirst
              label="Remove from staff"
              consequence="The staff area is closed to them at once."
              action="Yes, remove"
              isPending={isPending}
              onSure={desk.removeFromStaff}
            />
          ) : null}
          {isBanned ? null : (
            <RightsForm key={person.rights.join()} person={person} isPending={isPending} onGive={desk.giveRights} />
          )}
          {isBanned || emailChange !== null ? null : (
            <LostMailbox personId={person.id} email={person.email} isPending={isPending} onStart={desk.startChange} />
          )}
          {person.secondFactor && !isBanned && emailChange === null ? (
            <LostFactors personId={id} isPending={isPending} onRemove={desk.removeFactors} />
          ) : null}
        </div>
      ) : null}
      {emailChange ? <WaitingEmailChange change={emailChange} isPending={isPending} onStop={desk.callOff} /> : null}
      <h2 className="mt-6 mb-2 text-21">Businesses</h2>
      <BusinessRows businesses={businesses} />
      <PersonMoney id={id} username={username} />
      <div className="mt-6 mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-21">Sessions</h2>
        {sessions.length > 0 ? (
          <SmallButton disabled={isPending} onClick={desk.endSessions}>
            {user?.id === id ? 'End all others' : 'End all'}
          </SmallButton>
        ) : null}
      </div>
      <SessionRows sessions={sessions} isPending={isPending} onEnd={desk.endOne} />
      {user && user.id !== id ? <WrittenRequest {...{ id, username, isStaff }} waiting={person.waiting} /> : null}
    </>
  );
}

function BusinessRows({ businesses }: Pick<PersonDetail, 'businesses'>) {
  if (businesses.length === 0) return <p className="text-16 text-ink-soft">None.</p>;
  return (
    <ul className="grid gap-2">
      {businesses.map((business) => (
        <li key={business.id}>
          <StaffRow>
            <Link to={`/staff/businesses/${business.id}`} className="min-w-0 flex-1 font-semibold break-words">
              {business.name}
            </Link>
            <span>
              <StatusBadge status={business.status} />
            </span>
          </StaffRow>
        </li>
      ))}
    </ul>
  );
}

interface SessionRowsProps extends Pick<PersonDetail, 'sessions'> {
  isPending: boolean;
  onEnd: (id: string) => void;
}

function SessionRows({ sessions, isPending, onEnd }: SessionRowsProps) {
  if (sessions.length === 0) return <p className="text-16 text-ink-soft">Not signed in anywhere.</p>;
  return (
    <ul className="grid gap-2">
      {sessions.map((session) => (
        <li key={session.id}>
          <StaffRow>
            <span className="min-w-0 flex-1 break-words">{session.device}</span>
            <span className="numbers text-ink-soft">{session.clientAddress}</span>
            <span className="text-14 text-ink-soft">
              Last used <Moment at={session.lastUsedAt} />
            </span>
            <SmallButton disabled={isPending} onClick={() => onEnd(session.id)}>
              End<span className="sr-only"> {session.device}</span>
            </SmallButton>
          </StaffRow>
        </li>
      ))}
    </ul>
  );
}
