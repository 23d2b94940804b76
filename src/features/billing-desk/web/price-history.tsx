import { useQueryClient } from '@tanstack/react-query';
import { cityQuery } from '#features/city-guide/web/city-queries.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatDollars } from '#shared/money.ts';
import type { PriceName, Prices } from '#shared/prices.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { priceFields } from '../price-fields.ts';
import { putPrices, type StaffPrices } from '../prices-contract.ts';

const isPrice = (name: string): name is PriceName => labels.has(name);
const labels = new Map<string, string>(priceFields.map(({ name, label }) => [name, label]));

const amount = (cents: unknown) => (typeof cents === 'number' ? formatDollars(cents) : 'the usual');

/** Each former amount can be put back by itself. */
export function PriceHistory({ prices }: { prices: StaffPrices }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { history, value, changedAt } = prices;
  async function putBack(name: PriceName, cents: number) {
    const change = (value: Prices, version: string | null) =>
      callApi(client, putPrices, { body: { value, changedAt: version } }).then(({ answer }) => answer);
    await run(
      () => change({ ...value, [name]: cents }, changedAt),
      `${labels.get(name)} costs ${formatDollars(cents)} again`,
      (after) => ({ about: 'prices', putBack: () => change(value, after.changedAt) }),
    );
    await client.fetchQuery({ ...cityQuery, staleTime: 0 }).catch(() => undefined);
  }
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-2 text-21">
        History
      </h2>
      {history.length === 0 ? <p className="text-16">No price has been changed here yet.</p> : null}
      <ol className="grid gap-3 text-16">
        {history.map(({ at, by, isReset, changes }) => (
          <li key={at} className="rounded-control border border-line bg-card px-4 py-3">
            <p className="text-14 text-ink-soft">
              <Moment at={at} />, {by ?? 'an account that is gone'}
              {isReset ? ': back to the original' : ''}
            </p>
            <ul className="numbers mt-1 grid gap-0.5">
              {changes.map(({ name, from, to }) => (
                <li key={name} className="flex flex-wrap items-center gap-x-3">
                  <span>
                    {labels.get(name) ?? name}: {amount(from)} → <strong>{amount(to)}</strong>
                  </span>
                  {isPrice(name) && typeof from === 'number' && value[name] !== from ? (
                    <SmallButton disabled={isPending} onClick={() => void putBack(name, from)}>
                      Put {formatDollars(from)} back<span className="sr-only"> for {labels.get(name)}</span>
                    </SmallButton>
                  ) : null}
                </li>
              ))}
              {changes.length === 0 ? <li>Nothing differed.</li> : null}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}
