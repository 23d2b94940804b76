import { Failures } from '#features/billing-desk/web/failures.tsx';
import { GivenPlans } from '#features/billing-desk/web/given-plans.tsx';
import { MonthSums } from '#features/billing-desk/web/month-sums.tsx';
import { PayerSearch } from '#features/billing-desk/web/payer-search.tsx';
import { Subscriptions } from '#features/billing-desk/web/subscriptions.tsx';
import { Filter, StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { ButtonLink } from '#web/ui/button.tsx';

const states = [
  ['running', 'Running'],
  ['trouble', 'Unpaid or disputed'],
  ['over', 'Ended'],
] as const;

export function Page() {
  const { filter, setFilter } = useFilter(['state', 'person']);
  const state = states.find(([value]) => value === filter.state)?.[0] ?? 'running';
  return (
    <>
      <StaffHeading title="Billing">
        <ButtonLink look="secondary" to="/staff/prices">
          Prices
        </ButtonLink>
      </StaffHeading>
      <section aria-labelledby="failures" className="mb-8">
        <h2 id="failures" className="mb-2 text-21">
          Failures
        </h2>
        <p className="mb-3 text-16 text-ink-soft">
          What the payment service told us and could not be worked on. Trying again never charges or grants anything
          twice.
        </p>
        <Failures />
      </section>
      <PayerSearch text={filter.person} onSearch={(person) => setFilter({ person })} />
      <section aria-labelledby="subscriptions">
        <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
          <h2 id="subscriptions" className="text-21">
            Subscriptions
          </h2>
          <Filter label="State" value={state} options={states} onChange={(value) => setFilter({ state: value })} />
        </div>
        <Subscriptions state={state} />
        {state === 'trouble' ? null : <GivenPlans state={state} />}
      </section>
      <MonthSums />
    </>
  );
}
