import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import type { Answer } from '#shared/endpoint.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Link } from '#web/router/link.tsx';
import { AskOnceMore } from '#web/ui/ask-once-more.tsx';
import { Badge, type Tint } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout.tsx';
import { listOwnSuggestions, removeSuggestion } from '../suggestion-contract.ts';

type Suggestion = Answer<typeof listOwnSuggestions>[number];

const states: Record<Suggestion['status'], readonly [label: string, tint: Tint]> = {
  waiting: ['We look at it', 'orange'],
  approved: ['In the calendar', 'green'],
  rejected: ['Not taken', 'gray'],
};

const canceled = ['Canceled', 'gray'] as const;

const ownQuery = endpointQuery(listOwnSuggestions, {});

/** The dashboard's part about events: those that the person suggested, and the way to suggest one. */
export default function OwnSuggestions() {
  const { data: suggestions = [] } = useQuery({ ...ownQuery, refetchOnMount: 'always' });
  if (suggestions.length === 0) {
    return (
      <p className="text-16">
        Something is on in town? <Link to="/events/suggest">Suggest an event</Link>
      </p>
    );
  }
  return (
    <section aria-labelledby="suggested">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="suggested" className="text-26 lg:text-34">
          Events You Suggested
        </h2>
        <Link to="/events/suggest" className="inline-flex min-h-11 items-center">
          Suggest an event
        </Link>
      </div>
      <Card className="mt-5 px-5">
        <ul className="divide-y divide-line">
          {suggestions.map((suggestion) => (
            <Line key={suggestion.id} suggestion={suggestion} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function Line({ suggestion }: { suggestion: Suggestion }) {
  const { timeZone } = useCity();
  const { title, status, slug, reason, startDate, token, isCanceled } = suggestion;
  const [label, tint] = isCanceled ? canceled : states[status];
  const verb = isCanceled
    ? 'See it'
    : status === 'waiting'
      ? 'Change'
      : status === 'rejected'
        ? 'Send again'
        : 'Change or cancel';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 [overflow-wrap:anywhere]">
      <Badge tint={tint}>{label}</Badge>
      <strong>{slug === null ? title : <Link to={`/events/${slug}`}>{title}</Link>}</strong>
      <span className="text-16 text-ink-soft">{formatDate(startDate, timeZone)}</span>
      {reason ? <span className="basis-full text-16">{reason}</span> : null}
      <div className="flex basis-full flex-wrap items-start gap-3">
        <ButtonLink to={`/events/suggested?token=${token}`} look="secondary" aria-label={`${verb}: ${title}`}>
          {verb}
        </ButtonLink>
        <Remove suggestion={suggestion} />
      </div>
    </li>
  );
}

function Remove({ suggestion: { title, status, token } }: { suggestion: Suggestion }) {
  const client = useQueryClient();
  const [label, question, yes] =
    status === 'waiting'
      ? ['Withdraw', 'Take it back? We then look at it no more.', 'Yes, withdraw it']
      : status === 'approved'
        ? ['Put away', 'Take it off this list? It stays in the calendar.', 'Yes, put it away']
        : ['Put away', 'Take it off this list? You can send it again from our email.', 'Yes, put it away'];
  return (
    <AskOnceMore
      label={label}
      name={`${label}: ${title}`}
      question={question}
      yes={yes}
      yesName={`${yes}: ${title}`}
      no="Keep it"
      act={() => callApi(client, removeSuggestion, { body: { token } })}
      done={status === 'waiting' ? `${title} is withdrawn` : `${title} is put away`}
      failed="That did not work. Check the connection and try again."
      onDone={() => void client.invalidateQueries({ queryKey: ownQuery.queryKey })}
    />
  );
}
