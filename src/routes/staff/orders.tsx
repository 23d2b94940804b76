import { AlertsCard } from '#features/alerts/web/alerts-card.tsx';
import { listOrders, type StaffOrder } from '#features/listing-orders/staff-contract.ts';
import { OrderCard } from '#features/listing-orders/web/order-card.tsx';
import { ExportLink } from '#features/staff-frame/web/export-link.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { Filter, StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { callApi } from '#web/api-client/call-api.ts';

const states = [
  ['open', 'Open'],
  ['done', 'Done'],
  ['withdrawn', 'Given back or disputed'],
] as const;

/** Listings that were paid on the payment page, including settled ones. */
export function Page() {
  const { filter, setFilter } = useFilter(['state']);
  const state = states.find(([value]) => value === filter.state)?.[0] ?? 'open';
  const list = useStaffList<StaffOrder>([listOrders.path, state], (client, cursor) =>
    callApi(client, listOrders, { query: { state, cursor } }),
  );
  return (
    <>
      <StaffHeading title="Paid orders">
        <div className="flex flex-wrap items-center gap-3">
          <Filter label="State" value={state} options={states} onChange={(value) => setFilter({ state: value })} />
          <ExportLink list="orders" rights={['treasurer']} label="Export all" />
        </div>
      </StaffHeading>
      <StaffList list={list} what="orders" empty={state === 'open' ? 'No paid order waits.' : 'None yet.'}>
        {(order) => <OrderCard order={order} />}
      </StaffList>
      <div className="mt-8">
        <AlertsCard />
      </div>
    </>
  );
}
