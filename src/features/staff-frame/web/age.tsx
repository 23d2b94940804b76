import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate, formatTime } from '#shared/dates.ts';
import { ageText, oldText } from '../age-text.ts';

/** 'July 4, 2026, 7:00 PM' */
export function Moment({ at }: { at: string }) {
  const { timeZone } = useCity();
  return (
    <time dateTime={at} className="numbers inline-block">
      {formatDate(at, timeZone)}, {formatTime(at, timeZone)}
    </time>
  );
}

/** The waiting time of an entry, and when it is due. */
export function Waiting({ at, dueAt }: { at: string; dueAt: string }) {
  const now = Date.now();
  const leftMs = Date.parse(dueAt) - now;
  return (
    <span className="numbers inline-block text-14 text-ink-soft">
      {oldText(now - Date.parse(at))} ·{' '}
      {leftMs < 0 ? (
        <strong className="text-danger">overdue by {ageText(-leftMs)}</strong>
      ) : (
        <>due in {ageText(leftMs)}</>
      )}
    </span>
  );
}
