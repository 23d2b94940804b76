import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { ExportLink } from '#features/staff-frame/web/export-link.tsx';
import { addMonths, formatMonth, monthOf } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { SelectField } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { getMonthSums, type MonthSums as Sums } from '../month-contract.ts';

const monthsBack = 24;

/** Shows the money that came in and went back in a month, to be compared with the bank, and the files for the books. */
export function MonthSums() {
  const { timeZone } = useCity();
  const now = monthOf(new Date(), timeZone);
  const [month, setMonth] = useState(now);
  const months = Array.from({ length: monthsBack + 1 }, (_, back) => {
    const one = addMonths(now, -back);
    return [one, formatMonth(one)] as const;
  });
  const { data, error, refetch } = useQuery(endpointQuery(getMonthSums, { params: { month } }));
  return (
    <section aria-labelledby="books" className="mt-8">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <h2 id="books" className="text-21">
          For the books
        </h2>
        <div className="w-56 max-w-full">
          <SelectField label="Month" name="month" value={month} onChange={({ target }) => setMonth(target.value)}>
            {months.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      {data ? (
        <SumTable sums={data} month={month} />
      ) : error ? (
        <LoadFailed message="We could not load the sums." onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
      <p className="mt-4 mb-3 max-w-[66ch] text-16 text-ink-soft">
        Files for a spreadsheet: the card payments of plans in {formatMonth(month)} and what went back of them; every
        paid order; and what you have given back, of plans and of orders, credited, taken off and received in cash or by
        check, also what of that went back, never came or was corrected.
      </p>
      <div className="flex flex-wrap gap-2">
        <ExportLink
          list="plan-payments"
          rights={['treasurer']}
          filter={{ month }}
          label={`Export plans by card, ${formatMonth(month)}`}
        />
        <ExportLink list="orders" rights={['treasurer']} label="Export orders" />
        <ExportLink list="money-acts" rights={['treasurer']} label="Export refunds and cash" />
      </div>
    </section>
  );
}

const lines = [
  ['Orders, by card', 'orders', 1],
  ['Plans, by card', 'plans', 1],
  ['Cash and checks', 'cash', 1],
  ['Given back of orders', 'ordersBack', -1],
  ['Given back of plans', 'plansBack', -1],
  ['Cash and checks given back, or never come', 'cashBack', -1],
] as const;

const signed = (cents: number) => (cents < 0 ? `−${formatDollars(-cents)}` : formatDollars(cents));

function SumTable({ sums, month }: { sums: Sums; month: string }) {
  const isWhole = sums.plans !== null && sums.plansBack !== null;
  const total = lines.reduce((all, [, name, sign]) => all + sign * (sums[name]?.cents ?? 0), 0);
  return (
    <>
      <table className="numbers w-full max-w-[40rem] text-16">
        <caption className="sr-only">What came in and went back in {formatMonth(month)}</caption>
        <thead>
          <tr className="border-line border-b text-left text-14 text-ink-soft">
            <th scope="col" className="py-2 font-normal">
              Kind
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Number
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([label, name, sign]) => (
            <tr key={name} className="border-line border-b">
              <th scope="row" className="py-2 text-left font-normal">
                {label}
              </th>
              <td className="py-2 text-right">{sums[name]?.count ?? '?'}</td>
              <td className="py-2 text-right">{sums[name] ? signed(sign * sums[name].cents) : 'not known now'}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="py-2 text-left font-semibold">
              {isWhole ? 'Left' : 'Left, without plans by card'}
            </th>
            <td />
            <td className="py-2 text-right font-semibold">{signed(total)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="text-14 text-ink-soft">
        {isWhole
          ? 'Before the fees of the payment service. It pays cards out some days later.'
          : 'The payment service cannot be asked right now, so plans by card are missing.'}
      </p>
    </>
  );
}
