import { formatMonth, formatShortDate } from '#shared/dates.ts';
import { formatNumber } from '#shared/numbers.ts';
import { BarChart, NumbersTable } from '#web/ui/bar-chart.tsx';
import type { Numbers, Statistics } from '../contract.ts';

const columns: readonly (readonly [keyof Numbers, string])[] = [
  ['views', 'Views'],
  ['phone', 'Phone'],
  ['website', 'Website'],
  ['map', 'Map'],
  ['share', 'Share'],
];

/** Names a day 'Jul 4'; a month 'July 2026', and 'Jul' below its bar. */
function partNames(part: string): { label: string; name: string } {
  if (part.length === 7) {
    const name = formatMonth(part);
    return { label: name.slice(0, 3), name };
  }
  const name = formatShortDate(`${part}T12:00:00Z`, 'UTC');
  return { label: name, name };
}

/** The sums, the views as a chart, and everything as a table. */
export function StatisticsNumbers({ statistics }: { statistics: Statistics }) {
  const { parts, total, period, before } = statistics;
  const isDays = period === '30-days';
  const when = isDays ? 'last 30 days' : 'last 12 months';
  return (
    <>
      <h2 className="text-26">{isDays ? 'The last 30 days' : 'The last 12 months'}</h2>
      <dl className="mt-4 mb-6 grid grid-cols-2 gap-4 sm:grid-cols-5">
        {columns.map(([name, label]) => (
          <div key={name}>
            <dt className="text-16 text-ink-soft">{label}</dt>
            <dd className="numbers font-display text-34 font-semibold">{formatNumber(total[name])}</dd>
            {before ? (
              <dd className="numbers text-14 text-ink-soft">
                {formatNumber(before[name])} in the {isDays ? '30 days' : '12 months'} before
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
      <BarChart
        caption={`Views by ${isDays ? 'day' : 'month'}, ${when}`}
        bars={parts.map(({ part, views }) => ({ ...partNames(part), value: views }))}
      />
      <NumbersTable
        summary="The numbers as a table"
        columns={[isDays ? 'Day' : 'Month', ...columns.map(([, label]) => label)]}
        rows={parts
          .toReversed()
          .map((row) => ({ name: partNames(row.part).name, values: columns.map(([name]) => row[name]) }))}
      />
    </>
  );
}
