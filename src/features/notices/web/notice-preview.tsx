import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatLongDate, formatTime } from '#shared/dates.ts';
import type { Notice } from '../contract.ts';
import { severityName } from '../notice-bar.ts';

/** The bar as visitors see it. It is no live region, and its link does not lead away from the form. */
export function NoticePreview({
  severity,
  text,
  url,
  label,
  endsAt,
}: Pick<Notice, 'severity' | 'text' | 'url' | 'label' | 'endsAt'>) {
  const { timeZone } = useCity();
  const isDate = endsAt !== null && !Number.isNaN(Date.parse(endsAt));
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className="mb-2 text-18">
        As visitors see it
      </h2>
      <div className="town-notice rounded-control" data-severity={severity}>
        <p>
          <strong>{severityName(severity)}:</strong> {text}
          {isDate ? (
            <span className="town-notice-end">
              {' '}
              Until {formatLongDate(endsAt, timeZone)}, {formatTime(endsAt, timeZone)}.
            </span>
          ) : null}
          {url === null ? null : (
            <>
              {' '}
              <span className="underline">{label ?? 'Read more'}</span>
            </>
          )}
        </p>
      </div>
    </section>
  );
}
