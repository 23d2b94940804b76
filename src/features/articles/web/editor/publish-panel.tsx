import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { dayOf, formatLongDate, formatTime } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Link } from '#web/router/link.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { type ArticleStatus, publishArticle, restoreRevision, unpublishArticle } from '../../staff-contract.ts';
import { ArticleStateBadge } from '../article-state-badge.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import type { ArticleDraft } from './use-article-draft.ts';

interface PublishPanelProps {
  draft: ArticleDraft;
  /** The refused fields are in the form; the caller scrolls to the first one. */
  onRefused: (errors: Record<string, string>) => void;
}

/** The actions on the article. `onDone` runs after each one that the site has accepted. */
function usePublishing({ draft, onRefused }: PublishPanelProps, onDone: () => void) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();

  /** Saves the open changes, then runs the action with that version. */
  async function act(
    what: (call: { params: { id: string }; version: number }) => Promise<ArticleStatus>,
    done: string,
  ) {
    if (!(await draft.flush('saved'))) return;
    if (draft.newest() === 0) {
      const errors = { title: 'Please give the article a title.' };
      draft.setErrors(errors);
      return onRefused(errors);
    }
    const refused = await run(async () => {
      const id = draft.id;
      draft.setStatus(await what({ params: { id }, version: draft.newest() }));
      onDone();
    }, done);
    draft.setErrors(refused ?? {});
    if (refused && Object.keys(refused).length > 0) onRefused(refused);
  }

  const publish = (publishAt: string | null, done: string) =>
    void act(
      async ({ params, version }) =>
        (await callApi(client, publishArticle, { params, body: { version, publishAt } })).answer,
      done,
    );
  const unpublish = (done: string) =>
    void act(
      async ({ params, version }) => (await callApi(client, unpublishArticle, { params, body: { version } })).answer,
      done,
    );
  const discard = () =>
    void act(async ({ params, version }) => {
      const given = { ...params, version: draft.status?.shownVersion ?? version };
      const { answer } = await callApi(client, restoreRevision, { params: given, body: { version } });
      draft.adopt(answer);
      return answer;
    }, 'Back to what is on the site');

  return { isPending, publish, unpublish, discard };
}

/** The state of the article, and its next possible actions. */
export function PublishPanel({ draft, onRefused }: PublishPanelProps) {
  const { name, timeZone } = useCity();
  const [isScheduling, setScheduling] = useState(false);
  const { isPending, publish, unpublish, discard } = usePublishing({ draft, onRefused }, () => setScheduling(false));
  const { status, save } = draft;
  const state = status?.state ?? 'draft';
  const hasChanges = status !== null && status.version !== status.shownVersion;
  const isStuck = isPending || save.kind === 'conflict';

  const moment = (at: string) =>
    `${formatLongDate(at, timeZone, dayOf(new Date(), timeZone).slice(0, 4))} at ${formatTime(at, timeZone)}`;

  return (
    <div className="grid gap-3 text-16">
      <p className="flex flex-wrap items-center gap-2">
        <ArticleStateBadge state={state} />
        <span>
          {state === 'draft' ? 'Only staff see it.' : null}
          {state === 'scheduled' && status?.publishAt ? `Goes live ${moment(status.publishAt)}.` : null}
          {state === 'published' && status?.publishAt ? `Live since ${moment(status.publishAt)}.` : null}
        </span>
      </p>
      {hasChanges ? (
        <p className="font-medium text-gold">
          {state === 'scheduled'
            ? 'The newest changes are not in what goes live yet.'
            : 'The newest changes are not on the site yet.'}
        </p>
      ) : null}
      {isScheduling ? (
        <ScheduleForm
          publishAt={state === 'scheduled' ? (status?.publishAt ?? null) : null}
          timeZone={timeZone}
          cityName={name}
          error={draft.errors.publishAt}
          isPending={isPending}
          onSchedule={(at) => publish(at.toISOString(), 'Scheduled')}
          onCancel={() => setScheduling(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {state === 'published' ? (
            <>
              {hasChanges || save.kind !== 'saved' ? (
                <SmallButton
                  look="primary"
                  disabled={isStuck}
                  onClick={() => publish(null, 'The changes are on the site')}
                >
                  Publish changes
                </SmallButton>
              ) : null}
              {hasChanges ? (
                <SmallButton disabled={isStuck} onClick={discard}>
                  Discard changes
                </SmallButton>
              ) : null}
              <SmallButton disabled={isStuck} onClick={() => unpublish('Unpublished')}>
                Unpublish
              </SmallButton>
              <Link to={`/news/${status?.slug}`} className={buttonClass('quiet')}>
                View page
              </Link>
            </>
          ) : (
            <>
              {state === 'scheduled' && hasChanges ? (
                <SmallButton
                  look="primary"
                  disabled={isStuck}
                  onClick={() => publish(status?.publishAt ?? null, 'The changes will go live, too')}
                >
                  Take the changes in
                </SmallButton>
              ) : null}
              <SmallButton
                look={state === 'draft' ? 'primary' : 'secondary'}
                disabled={isStuck}
                onClick={() => publish(null, 'Published')}
              >
                Publish now
              </SmallButton>
              <SmallButton disabled={isStuck} onClick={() => setScheduling(true)}>
                {state === 'scheduled' ? 'Change the time' : 'Schedule'}
              </SmallButton>
              {state === 'scheduled' ? (
                <SmallButton disabled={isStuck} onClick={() => unpublish('Back to a draft')}>
                  Back to draft
                </SmallButton>
              ) : null}
            </>
          )}
        </div>
      )}
    </div>
  );
}
