import { formatNumber } from '#shared/numbers.ts';

/** Numbers over time as bars, with the same numbers as a table. */
const height = 180;
const top = 22;
const baseline = height - 26;

interface Bar {
  /** Shown below the bar when there is room: 'Jul 4' */
  label: string;
  value: number;
  /** Shown in the table and under the pointer: 'Saturday, July 4' */
  name: string;
}

interface BarChartProps {
  caption: string;
  bars: readonly Bar[];
}

/** The next number that is easy to halve: 1 gives 2, 7 gives 10, 130 gives 200. */
function roundUp(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, 1)));
  return Math.max(2, power * (([1, 2, 4, 6, 10].find((step) => step * power >= max) ?? 10) as number));
}

export function BarChart({ caption, bars }: BarChartProps) {
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const scale = roundUp(Math.max(...bars.map(({ value }) => value), 0));
  const step = 100 / Math.max(bars.length, 1);
  const labelEvery = Math.ceil(bars.length / 6);
  const yOf = (value: number) => baseline - (value / scale) * (baseline - top);
  return (
    <figure>
      <svg
        role="img"
        aria-label={`${caption}: ${formatNumber(total)} in all`}
        height={height}
        className="numbers block w-full overflow-visible"
      >
        {[scale, scale / 2, 0].map((value) => (
          <g key={value}>
            <line x1="0" x2="100%" y1={yOf(value)} y2={yOf(value)} className="stroke-line" />
            {value > 0 ? (
              <text x="0" y={yOf(value) - 5} className="fill-ink-soft text-14">
                {formatNumber(value)}
              </text>
            ) : null}
          </g>
        ))}
        {bars.map(({ label, value, name }, place) => (
          <g key={name}>
            <rect
              x={`${place * step + step * 0.15}%`}
              y={yOf(value)}
              width={`${step * 0.7}%`}
              height={baseline - yOf(value)}
              rx="2"
              className="fill-action"
            >
              <title>{`${name}: ${formatNumber(value)}`}</title>
            </rect>
            {place % labelEvery === 0 ? (
              <text x={`${place * step}%`} y={height - 6} className="fill-ink-soft text-14">
                {label}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
      <figcaption className="mt-2 text-14 text-ink-soft">{caption}</figcaption>
    </figure>
  );
}

interface NumbersTableProps {
  /** The text that opens the table. */
  summary: string;
  /** Names of the columns; the first column names the rows. */
  columns: readonly string[];
  rows: readonly { name: string; values: readonly (number | string)[] }[];
}

/** Closed at first, because the chart shows the same numbers. */
export function NumbersTable({ summary, columns, rows }: NumbersTableProps) {
  const [first, ...others] = columns;
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-16 underline">{summary}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="max-h-96 overflow-auto" tabIndex={0} aria-label={summary}>
        <table className="numbers w-full border-collapse text-16">
          <thead>
            <tr className="border-b border-line-strong text-left">
              <th scope="col" className="py-2 pr-4">
                {first}
              </th>
              {others.map((name) => (
                <th key={name} scope="col" className="py-2 pl-4 text-right">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, values }) => (
              <tr key={name} className="border-b border-line">
                <th scope="row" className="py-1.5 pr-4 text-left font-normal whitespace-nowrap">
                  {name}
                </th>
                {others.map((column, at) => (
                  <td key={column} className="py-1.5 pl-4 text-right">
                    {typeof values[at] === 'number' ? formatNumber(values[at]) : values[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
