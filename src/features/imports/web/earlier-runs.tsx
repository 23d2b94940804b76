import { useState } from 'react';
import { Moment } from '#features/staff-frame/web/age.tsx';
import type { ImportRun } from '../staff-contract.ts';
import { countsText, RunBadge, RunCard, runName } from './run-card.tsx';

/** Each can be opened: its results, and the way back. */
export function EarlierRuns({ runs }: { runs: readonly ImportRun[] }) {
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="earlier" className="mt-8">
      <h2 id="earlier" className="mb-2 text-21">
        Earlier runs
      </h2>
      <ul className="grid gap-2">
        {runs.map((run) => (
          <li key={run.id}>
            <EarlierRun run={run} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function EarlierRun({ run }: { run: ImportRun }) {
  const [isOpened, setOpened] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary className="cursor-pointer rounded-control border border-line bg-card px-4 py-3 text-16">
        <span className="font-semibold">{runName(run)}</span>{' '}
        <span className="numbers text-ink-soft">
          {countsText(run)} · <Moment at={run.createdAt} />
        </span>{' '}
        <RunBadge run={run} />
      </summary>
      {isOpened ? (
        <div className="mt-2">
          <RunCard id={run.id} />
        </div>
      ) : null}
    </details>
  );
}
