import type { SettingHistory } from '#features/settings/history-contract.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { formatDollars } from '#shared/money.ts';
import { priceFields } from '../price-fields.ts';

const labels = new Map<string, string>(priceFields.map(({ name, label }) => [name, label]));

const amount = (cents: unknown) => (typeof cents === 'number' ? formatDollars(cents) : 'the usual');

export function PriceHistory({ history }: { history: SettingHistory }) {
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
              {isReset ? ": back to the city pack's" : ''}
            </p>
            <ul className="numbers mt-1 grid gap-0.5">
              {changes.map(({ name, from, to }) => (
                <li key={name}>
                  {labels.get(name) ?? name}: {amount(from)} → <strong>{amount(to)}</strong>
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
