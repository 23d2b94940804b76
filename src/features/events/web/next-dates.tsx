import { useCity } from '#features/city-guide/web/city-queries.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { previewTimes } from '../staff-contract.ts';
import { whenText } from '../when-text.ts';

/** The next five times as they will be in the city. */
export function NextDates({
  preview,
  isError,
  allDay,
}: {
  preview: Answer<typeof previewTimes> | undefined;
  isError: boolean;
  allDay: boolean;
}) {
  const { timeZone, name } = useCity();
  const thisYear = String(new Date().getFullYear());
  return (
    <section
      aria-labelledby="next-dates"
      aria-live="polite"
      className="h-fit rounded-card border border-line bg-card p-5 lg:sticky lg:top-20"
    >
      <h2 id="next-dates" className="text-18">
        {preview && preview.times.length < 2 ? 'When it is' : 'The next dates'}
      </h2>
      {preview === undefined ? (
        <p className="mt-2 text-16 text-ink-soft">
          {isError
            ? 'The dates cannot be worked out right now. You can save all the same.'
            : 'Choose a day, and they show here.'}
        </p>
      ) : preview.times.length === 0 ? (
        <p className="mt-2 text-16 text-danger">{Object.values(preview.errors)[0]}.</p>
      ) : (
        <>
          {preview.repeats ? <p className="mt-1 text-16 text-ink-soft">{preview.repeats}</p> : null}
          <ol className="numbers mt-2 grid gap-1.5 text-16">
            {preview.times.map(({ startDate, endDate, isCancelled, isChanged }) => (
              <li key={startDate}>
                <span className={isCancelled ? 'line-through' : undefined}>
                  {whenText({ startDate, endDate, allDay }, timeZone, thisYear)}
                </span>
                {isCancelled ? <strong className="text-danger"> Canceled</strong> : null}
                {isChanged ? <strong> Changed</strong> : null}
              </li>
            ))}
          </ol>
          {preview.hints.map((hint) => (
            <p key={hint} className="mt-3 rounded-control bg-gold-ground p-3 text-14 text-ink">
              {hint}
            </p>
          ))}
          <p className="mt-3 text-14 text-ink-soft">Times are {name}’s, in summer and in winter.</p>
        </>
      )}
    </section>
  );
}
