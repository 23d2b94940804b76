import { dateBadge } from '#shared/dates.ts';

/** An event's day and month, as a leaf of a calendar. */
export function EventBadge({ startDate, timeZone }: { startDate: string; timeZone: string }) {
  const { month, day } = dateBadge(startDate, timeZone);
  return (
    <div
      aria-hidden="true"
      className="numbers h-fit w-13 shrink-0 overflow-hidden rounded-control border border-line bg-card text-center sm:w-14"
    >
      <div className="bg-tile text-14 font-semibold text-on-tile uppercase">{month}</div>
      <div className="font-display text-21 font-semibold">{day}</div>
    </div>
  );
}
