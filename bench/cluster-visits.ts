/** Visitors of a cluster at a steady rate, and what they met. */
import { Agent } from 'node:http';
import { SteadyVisitors, type Visit } from '#tests/support/steady-visitors.ts';
import { percentile } from './load.ts';

interface Figures {
  asked: number;
  /** Requests that got another status than 200, or no whole response. */
  failed: number;
  p50Ms: number;
  p99Ms: number;
  longestMs: number;
  /** Counts by status, or by the reason why no whole answer came. */
  outcomes: Record<string, number>;
}

export function figuresOf(visits: readonly Visit[]): Figures {
  const times = visits.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const outcomes: Record<string, number> = {};
  for (const { outcome } of visits) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return {
    asked: visits.length,
    failed: visits.length - (outcomes['200'] ?? 0),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    longestMs: times.at(-1) ?? Number.NaN,
    outcomes,
  };
}

interface Visited<Result> {
  result: Result;
  /** Over keep-alive connections. */
  kept: Visit[];
  /** With a new connection for each request. */
  anew: Visit[];
}

interface Visitors {
  origin: string;
  /** Requests a second in all, half of them over kept connections. */
  rate: number;
  pathOf: (index: number) => string;
}

/** Lets visitors come while `act` lasts. */
export async function whileVisited<Result>(
  { origin, rate, pathOf }: Visitors,
  act: () => Promise<Result>,
): Promise<Visited<Result>> {
  const [kept, anew] = [true, false].map(
    (keepAlive) => new SteadyVisitors(origin, { agent: new Agent({ keepAlive }), pathOf, rate: rate / 2 }),
  );
  const stop = () => Promise.all([kept?.stop() ?? [], anew?.stop() ?? []]);
  try {
    const result = await act();
    const [ofKept, ofAnew] = await stop();
    return { result, kept: ofKept, anew: ofAnew };
  } finally {
    await stop();
  }
}
