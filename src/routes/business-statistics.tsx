import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BackToDashboard } from '#features/accounts/web/back-to-dashboard.tsx';
import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { isSignedOut, useSessionEnded } from '#features/accounts/web/use-session-ended.ts';
import { OwnBusinessAway } from '#features/businesses/web/own-business-away.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { getStatistics, type Period, type Statistics, setStatisticsMail } from '#features/statistics/contract.ts';
import { ListingPlace } from '#features/statistics/web/listing-place.tsx';
import { StatisticsNumbers } from '#features/statistics/web/statistics-numbers.tsx';
import { formatNumber } from '#shared/numbers.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { usePageParams } from '#web/page-params.tsx';
import { Link } from '#web/router/link.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Container } from '#web/ui/layout.tsx';

const statisticsQuery = (id: string, period: Period) =>
  endpointQuery(getStatistics, { params: { id }, query: { period } });

export function Page() {
  const { id = '' } = usePageParams();
  return (
    <>
      <PageHead title="Statistics" description="What visitors do with your listing." noIndex />
      <SignInGuard>{() => <ListingStatistics key={id} id={id} />}</SignInGuard>
    </>
  );
}

function ListingStatistics({ id }: { id: string }) {
  const [period, setPeriod] = useState<Period>('30-days');
  const { data, error, refetch } = useQuery({
    ...statisticsQuery(id, period),
    placeholderData: (before) => before,
  });
  useSessionEnded(error);
  if (data === undefined || (error && !isSignedOut(error))) {
    return (
      <OwnBusinessAway
        error={error}
        failed="We could not load the statistics."
        loading="Loading the statistics..."
        onRetry={() => void refetch()}
      />
    );
  }
  const { business, terms, place } = data;
  return (
    <Container className="grid grid-cols-1 gap-6 py-8 lg:py-12">
      <div>
        <BackToDashboard />
        <h1 className="text-34 [overflow-wrap:anywhere] lg:text-46">Statistics</h1>
        <p className="mt-1 text-18">
          What visitors did with <Link to={`/business/${business.slug}`}>{business.name}</Link>. Robots and your own
          visits are left out, and nobody is tracked.
        </p>
      </div>
      <Card className="p-5 sm:p-8">
        {business.isPremium ? <PeriodChoice period={period} onChange={setPeriod} /> : null}
        <StatisticsNumbers statistics={data} />
      </Card>
      {place ? (
        <Card className="p-5 sm:p-8">
          <h2 className="text-26">Among its kind</h2>
          <ListingPlace place={place} isPremium={business.isPremium} />
        </Card>
      ) : null}
      <Card className="p-5 sm:p-8">
        <h2 className="text-26">What people searched</h2>
        <SearchTerms terms={terms} />
      </Card>
      {data.mail === null ? null : <MonthlyMail id={id} wanted={data.mail} />}
    </Container>
  );
}

function PeriodChoice({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const choices = [
    ['30-days', 'Last 30 days'],
    ['12-months', 'Last 12 months'],
  ] as const;
  return (
    <fieldset className="mb-6 flex flex-wrap gap-2">
      <legend className="sr-only">Period</legend>
      {choices.map(([value, label]) => (
        <Button
          key={value}
          look={value === period ? 'primary' : 'secondary'}
          aria-pressed={value === period}
          onClick={() => onChange(value)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

function SearchTerms({ terms }: { terms: Statistics['terms'] }) {
  if (terms === null) {
    return (
      <p className="mt-2 text-16">
        With Premium you see what people searched when they were shown your listing, each number beside the time before,
        and the numbers of twelve months. <Link to="/dashboard">See what Premium brings</Link>
      </p>
    );
  }
  if (terms.length === 0) {
    return (
      <p className="mt-2 text-16 text-ink-soft">
        Nothing yet. Words appear here once they have been searched three times and your listing was among the first ten
        found.
      </p>
    );
  }
  return (
    <table className="numbers mt-3 w-full max-w-xl border-collapse text-16">
      <thead>
        <tr className="border-b border-line-strong text-left">
          <th scope="col" className="py-2">
            Search
          </th>
          <th scope="col" className="py-2 text-right">
            Times shown
          </th>
        </tr>
      </thead>
      <tbody>
        {terms.map(({ term, shown }) => (
          <tr key={term} className="border-b border-line">
            <th scope="row" className="py-1.5 text-left font-normal [overflow-wrap:anywhere]">
              {term}
            </th>
            <td className="py-1.5 text-right">{formatNumber(shown)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MonthlyMail({ id, wanted }: { id: string; wanted: boolean }) {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);

  async function change() {
    setPending(true);
    try {
      await callApi(client, setStatisticsMail, { params: { id }, body: { wanted: !wanted } });
      showToast({ title: wanted ? 'No more monthly emails' : 'You will get the numbers each month' });
    } catch (error) {
      const text = problemMessage(error, 'This could not be saved. Please try again.');
      showToast({ title: 'Error', text, destructive: true });
    }
    await client.invalidateQueries({ queryKey: statisticsQuery(id, '30-days').queryKey });
    await client.invalidateQueries({ queryKey: statisticsQuery(id, '12-months').queryKey });
    setPending(false);
  }
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4 p-5 sm:p-8">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-26">By email</h2>
        <p className="mt-1 text-16">
          {wanted
            ? 'You get the numbers of the past month by email at the beginning of each month.'
            : 'Would you like the numbers of the past month by email, at the beginning of each month?'}
        </p>
      </div>
      <Button look={wanted ? 'secondary' : 'primary'} disabled={isPending} onClick={() => void change()}>
        {wanted ? 'Stop the monthly email' : 'Send them to me'}
      </Button>
    </Card>
  );
}
