import { useCity } from '#features/city-guide/web/city-queries.ts';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { formatDate, startOfDay } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { givenPlanName } from '../plan-names.ts';
import { type givenPlanStates, listGivenPlans, type StaffPlan } from '../plans-contract.ts';
import { goneFacts } from './cash-plan.ts';
import { CashPlanActs } from './cash-plan-acts.tsx';

/** Plans that no card pays for, under a heading of their own. */
export function GivenPlans({ state }: { state: (typeof givenPlanStates)[number] }) {
  const list = useStaffList<StaffPlan>([listGivenPlans.path, state], (client, cursor) =>
    callApi(client, listGivenPlans, { query: { state, cursor } }),
  );
  return (
    <section aria-labelledby="given-plans" className="mt-6">
      <h3 id="given-plans" className="mb-1 text-18">
        Without a card
      </h3>
      <p className="mb-3 text-16 text-ink-soft">
        {state === 'running'
          ? 'Complimentary, or paid in cash or by check. What ends next comes first.'
          : 'Complimentary, or paid in cash or by check. What ended last comes first.'}
      </p>
      <StaffList list={list} what="plans without a card" empty="None yet.">
        {(plan) => <GivenPlan plan={plan} />}
      </StaffList>
    </section>
  );
}

function GivenPlan({ plan }: { plan: StaffPlan }) {
  const { timeZone } = useCity();
  const { kind, person, cents, receipt, reference, receivedOn, endsAt, endedAt, missingCents, isRunning } = plan;
  const facts = [
    endedAt
      ? `ended ${formatDate(endedAt, timeZone)}, was to run until ${formatDate(endsAt, timeZone)}`
      : `until ${formatDate(endsAt, timeZone)}`,
    receivedOn ? `received ${formatDate(startOfDay(receivedOn, timeZone), timeZone)}` : null,
    receipt ? `receipt ${receipt}` : null,
    reference ? `reference ${reference}` : null,
    ...goneFacts(plan),
  ];
  return (
    <StaffRow className="flex-wrap">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {givenPlanName(kind, cents)}
          <Badge tint={isRunning ? 'green' : 'gray'}>{isRunning ? 'Active' : 'Ended'}</Badge>
          {isRunning && missingCents ? <Badge tint="red">{formatDollars(missingCents)} never came</Badge> : null}
        </p>
        <p className="text-14 text-ink-soft [overflow-wrap:anywhere]">
          {person ? <StaffLink to={`/staff/billing/${person.id}`}>{person.username}</StaffLink> : 'Account deleted'}
          {', '}
          {facts.filter((fact) => fact !== null).join(', ')}
        </p>
      </div>
      {/* Other plans have these on the page of their person. */}
      {kind === 'cash' && person === null ? <CashPlanActs plan={plan} username={null} isRunning={isRunning} /> : null}
    </StaffRow>
  );
}
