import { useQuery } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Link } from '#web/router/link.tsx';
import { Badge, type Tint } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/layout.tsx';
import { listOwnSuggestions } from '../suggestion-contract.ts';

const states: Record<'waiting' | 'approved' | 'rejected', readonly [label: string, tint: Tint]> = {
  waiting: ['We look at it', 'orange'],
  approved: ['In the calendar', 'green'],
  rejected: ['Not taken', 'gray'],
};

/** The dashboard's part about events that the person suggested; nothing when there are none. */
export default function OwnSuggestions() {
  const { timeZone } = useCity();
  const { data: suggestions = [] } = useQuery({ ...endpointQuery(listOwnSuggestions, {}), refetchOnMount: 'always' });
  if (suggestions.length === 0) return null;
  return (
    <section aria-labelledby="suggested">
      <h2 id="suggested" className="text-26 lg:text-34">
        Events You Suggested
      </h2>
      <Card className="mt-5 px-5">
        <ul className="divide-y divide-line">
          {suggestions.map(({ id, title, status, slug, reason, startDate }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 [overflow-wrap:anywhere]">
              <Badge tint={states[status][1]}>{states[status][0]}</Badge>
              <strong>{slug === null ? title : <Link to={`/events/${slug}`}>{title}</Link>}</strong>
              <span className="text-16 text-ink-soft">{formatDate(startDate, timeZone)}</span>
              {reason ? <span className="basis-full text-16">{reason}</span> : null}
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
