import { formatNumber } from '#shared/numbers.ts';
import type { History } from '../contract.ts';

const height = 220;
const baseline = height - 34;
/** A town with a count or two has bars, not walls. */
const minColumns = 6;

/** The population by census as bars. Each bar shows its number, so the chart needs no axis. */
export function PopulationChart({ population }: { population: History['population'] }) {
  const { years, caption } = population;
  if (years.length === 0) return null;
  const maxPeople = Math.max(...years.map(({ people }) => people));
  // In percent of the width, so that the figures keep their size on a phone.
  const step = 100 / Math.max(years.length, minColumns);
  return (
    <figure>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="overflow-x-auto" tabIndex={0} aria-label={caption}>
        <svg
          role="img"
          aria-label={`${caption}: ${years.map(({ year, people }) => `${year} ${formatNumber(people)}`).join(', ')}`}
          height={height}
          className="numbers w-full min-w-80"
        >
          {years.map(({ year, people }, place) => {
            const barHeight = (people / maxPeople) * (baseline - 34);
            const x = place * step + step * 0.18;
            return (
              <g key={year}>
                <rect
                  x={`${x}%`}
                  y={baseline - barHeight}
                  width={`${step * 0.64}%`}
                  height={barHeight}
                  rx="5"
                  className={place === years.length - 1 ? 'fill-tile' : 'fill-action'}
                />
                <text
                  x={`${x + step * 0.32}%`}
                  y={baseline - barHeight - 8}
                  textAnchor="middle"
                  className="fill-ink text-14"
                >
                  {formatNumber(people)}
                </text>
                <text x={`${x + step * 0.32}%`} y={height - 10} textAnchor="middle" className="fill-ink-soft text-14">
                  {year}
                </text>
              </g>
            );
          })}
        </svg>
      </section>
      <figcaption className="mt-2 text-14 text-ink-soft">{caption}</figcaption>
    </figure>
  );
}
