import { useEffect, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';

/**
 * 'Confirmed 12 days ago'; the date until script is there, because a stored page must not say how long ago something was. Nothing
 * for a listing that nobody has confirmed.
 */
export function ConfirmedNote({ confirmedAt }: { confirmedAt: string | null }) {
  const { timeZone } = useCity();
  const [ago, setAgo] = useState<string | null>(null);
  useEffect(() => {
    if (confirmedAt === null) return;
    void import('../confirmed-text.ts').then(
      ({ confirmedAgo }) => setAgo(confirmedAgo(confirmedAt, new Date(), timeZone)),
      () => undefined,
    );
  }, [confirmedAt, timeZone]);
  if (confirmedAt === null) return null;
  const date = formatDate(confirmedAt, timeZone);
  return (
    <time dateTime={confirmedAt}>
      Confirmed{' '}
      {ago === null ? (
        date
      ) : (
        // Paper stays as it is: print.css writes the date there.
        <span data-printed={date}>
          <span className="print:hidden">{ago}</span>
        </span>
      )}
    </time>
  );
}
