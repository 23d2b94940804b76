import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { Filter } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { type Issue, sendIssue, unscheduleIssue } from '../staff-contract.ts';
import { IssuePreview } from './issue-preview.tsx';
import { issueQuery } from './issue-queries.ts';
import { Confirm, readersText } from './send-panel.tsx';

const pollMs = 2000;

/**
 * A scheduled issue. It has to be unscheduled before it can be edited, so that no half-finished text is sent.
 */
export function ScheduledIssue({ issue }: { issue: Issue }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [isAsked, setAsked] = useState(false);
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop');
  const params = { id: issue.id };
  // The page follows when it goes out.
  useQuery({ ...issueQuery(issue.id), refetchInterval: issue.goesOutSoon ? pollMs : false });
  return (
    <div className="grid gap-5">
      <section className="grid gap-3 rounded-card border border-line bg-card p-5 shadow-card">
        {issue.goesOutSoon ? (
          <p role="status">
            Goes to <strong className="numbers">{readersText(issue.audience)}</strong> within a minute. Until then
            nothing is sent, and you can call it back.
          </p>
        ) : (
          <p>
            Goes to <strong className="numbers">{readersText(issue.audience)}</strong>
            {issue.scheduledAt ? (
              <>
                {' on '}
                <Moment at={issue.scheduledAt} />
              </>
            ) : null}
            .
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            look={issue.goesOutSoon ? 'primary' : 'secondary'}
            disabled={isPending}
            onClick={() => void run(() => callApi(client, unscheduleIssue, { params }), 'A draft again')}
          >
            {issue.goesOutSoon ? 'Call it back' : 'Take off the schedule'}
          </Button>
          {issue.goesOutSoon ? null : (
            <Button disabled={isPending || issue.audience === 0} onClick={() => setAsked(true)}>
              Send now
            </Button>
          )}
        </div>
        {isAsked && !issue.goesOutSoon ? (
          <Confirm
            text={`“${issue.subject}” goes to ${readersText(issue.audience)} in a minute. Until then you can call it back.`}
            label={`Send to ${readersText(issue.audience)}`}
            isPending={isPending}
            onConfirm={() =>
              void run(
                () => callApi(client, sendIssue, { params, body: { version: issue.version } }),
                'Goes out in a minute',
              )
            }
            onCancel={() => setAsked(false)}
          />
        ) : null}
      </section>
      <Filter
        label="Width"
        value={width}
        options={[
          ['desktop', 'Desktop'],
          ['phone', 'Phone'],
        ]}
        onChange={setWidth}
      />
      <IssuePreview id={issue.id} version={issue.version} width={width} />
    </div>
  );
}
