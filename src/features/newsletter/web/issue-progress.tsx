import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { Fact, Filter, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import type { Answer } from '#shared/endpoint.ts';
import { formatNumber } from '#shared/numbers.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Link } from '#web/router/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { getProgress, type Issue, type IssueCounts, listFailures, pauseIssue, resumeIssue } from '../staff-contract.ts';
import { IssueBadge } from './issue-badge.tsx';
import { IssuePreview } from './issue-preview.tsx';
import { issueQuery } from './issue-queries.ts';
import { readersText } from './send-panel.tsx';

const pollMs = 2000;

/** An issue that is being sent or was sent: progress, failed recipients, and the pause button. */
export function IssueProgress({ issue }: { issue: Issue }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop');
  const params = { id: issue.id };
  const { data: progress = issue } = useQuery({
    ...endpointQuery(getProgress, { params }),
    refetchInterval: (query) => ((query.state.data ?? issue).status === 'sending' ? pollMs : false),
  });
  const { status, counts, trouble, slug } = progress;
  const isDone = status === 'sent';

  // Other parts of the page must not go on saying that it is being sent.
  useEffect(() => {
    if (status !== issue.status) void client.invalidateQueries({ queryKey: issueQuery(issue.id).queryKey });
  }, [client, status, issue.status, issue.id]);

  return (
    <div className="grid gap-6">
      <section aria-labelledby="progress" className="rounded-card border border-line bg-card p-5 shadow-card">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="progress" className="text-21">
            {isDone ? 'Sent' : status === 'paused' ? 'Paused' : 'On its way'}
          </h2>
          <IssueBadge status={status} />
          {progress.startedAt ? (
            <span className="text-16 text-ink-soft">
              {isDone ? '' : 'since '}
              <Moment at={progress.startedAt} />
            </span>
          ) : null}
        </div>
        <progress
          className="mt-4 block h-3 w-full appearance-none overflow-hidden rounded-full bg-ground-deep [&::-moz-progress-bar]:bg-action [&::-webkit-progress-bar]:bg-ground-deep [&::-webkit-progress-value]:bg-action"
          max={Math.max(1, counts.recipients)}
          value={counts.recipients - counts.waiting}
          aria-label="Readers done"
        />
        <p role="status" className="mt-1 numbers text-16">
          {`${formatNumber(counts.recipients - counts.waiting)} of ${readersText(counts.recipients)} done`}
        </p>
        {trouble ? (
          <p
            role="alert"
            className="mt-3 rounded-control border border-danger bg-danger-ground p-3 text-16 text-danger"
          >
            {trouble}
          </p>
        ) : null}
        <CountsList counts={counts} />
        <div className="mt-4 flex flex-wrap gap-2">
          {status === 'sending' ? (
            <Button
              look="secondary"
              disabled={isPending}
              onClick={() => void run(() => callApi(client, pauseIssue, { params }), 'Paused')}
            >
              Pause
            </Button>
          ) : null}
          {status === 'paused' ? (
            <Button
              disabled={isPending}
              onClick={() => void run(() => callApi(client, resumeIssue, { params }), 'Going on')}
            >
              Resume
            </Button>
          ) : null}
          {slug ? (
            <Link to={`/newsletter/archive/${slug}`} className="inline-flex min-h-11 items-center">
              See it in the archive
            </Link>
          ) : null}
        </div>
      </section>
      {counts.failed > 0 ? <Failures id={issue.id} /> : null}
      <section aria-labelledby="mail">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 id="mail" className="text-21">
            The mail
          </h2>
          <Filter
            label="Width"
            value={width}
            options={[
              ['desktop', 'Desktop'],
              ['phone', 'Phone'],
            ]}
            onChange={setWidth}
          />
        </div>
        <IssuePreview id={issue.id} version={issue.version} width={width} />
      </section>
    </div>
  );
}

function CountsList({ counts }: { counts: IssueCounts }) {
  const number = (count: number) => <span className="numbers">{formatNumber(count)}</span>;
  return (
    <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-5">
      <Fact name="Sent">{number(counts.sent)}</Fact>
      <Fact name="Waiting">{number(counts.waiting)}</Fact>
      <Fact name="Failed">{number(counts.failed)}</Fact>
      <Fact name="Left out">{number(counts.suppressed)}</Fact>
      <Fact name="Unsubscribed">{number(counts.unsubscribed)}</Fact>
    </dl>
  );
}

type Failure = Answer<typeof listFailures>[number];

function Failures({ id }: { id: string }) {
  const list = useStaffList<Failure>([listFailures.path, id], (client, cursor) =>
    callApi(client, listFailures, { params: { id }, query: { cursor } }),
  );
  return (
    <section aria-labelledby="failures">
      <h2 id="failures" className="mb-2 text-21">
        Not reached
      </h2>
      <StaffList list={list} what="failures" empty="Everybody was reached.">
        {({ email, answer, attempts }) => (
          <StaffRow>
            <strong className="min-w-0 flex-1 break-all">{email ?? 'Somebody who was erased'}</strong>
            <span className="min-w-0 flex-[2] break-words text-ink-soft">{answer}</span>
            <span className="numbers text-ink-soft">{attempts === 1 ? '1 try' : `${attempts} tries`}</span>
          </StaffRow>
        )}
      </StaffList>
    </section>
  );
}
