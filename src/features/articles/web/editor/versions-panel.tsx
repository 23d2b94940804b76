import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import {
  type ArticleRevision,
  type ArticleStatus,
  getRevision,
  listRevisions,
  restoreRevision,
} from '../../staff-contract.ts';
import { Comparison } from './comparison.tsx';
import type { ArticleDraft } from './use-article-draft.ts';

const kinds: Record<ArticleRevision['kind'], string> = {
  autosaved: 'Saved by itself',
  saved: 'Saved',
  published: 'Published',
  restored: 'Brought back',
};

/** Earlier versions: how they differ from the current one, and a button to restore them. */
export function VersionsPanel({ draft, status }: { draft: ArticleDraft; status: ArticleStatus }) {
  // Reloaded after every saved version.
  const query = endpointQuery(listRevisions, { params: { id: status.id } });
  const { data, isError, refetch } = useQuery({
    ...query,
    queryKey: [...query.queryKey, status.version, status.state],
  });
  const [open, setOpen] = useState<number | null>(null);
  if (isError) return <LoadFailed message="We could not load the versions." onRetry={() => void refetch()} />;
  if (data === undefined) return <Spinner />;
  return (
    <ul className="grid gap-2">
      {data.map(({ id, version, kind, savedAt, savedBy }) => (
        <li key={id} className="rounded-control border border-line bg-card p-3 text-16">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Moment at={savedAt} />
            <span className="text-ink-soft">{savedBy ?? 'Unknown'}</span>
            <span className="text-ink-soft">{kinds[kind]}</span>
            {version === status.version ? <Badge tint="blue">Newest</Badge> : null}
            {version === status.shownVersion && status.state !== 'draft' ? (
              <Badge tint="green">On the site</Badge>
            ) : null}
            {version === status.version ? null : (
              <SmallButton
                className="ml-auto"
                aria-expanded={open === version}
                onClick={() => setOpen(open === version ? null : version)}
              >
                {open === version ? 'Close' : 'Compare'}
              </SmallButton>
            )}
          </div>
          {open === version && version !== status.version ? (
            <OneVersion
              draft={draft}
              status={status}
              version={version}
              onDone={() => {
                setOpen(null);
              }}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

interface OneVersionProps {
  draft: ArticleDraft;
  status: ArticleStatus;
  version: number;
  onDone: () => void;
}

function OneVersion({ draft, status, version, onDone }: OneVersionProps) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { data, isError, refetch } = useQuery(endpointQuery(getRevision, { params: { id: status.id, version } }));
  if (isError) return <LoadFailed message="We could not load this version." onRetry={() => void refetch()} />;
  if (data === undefined) return <Spinner />;
  const restore = async () => {
    // Unsaved text becomes a version first, so that it can be restored too.
    if (!(await draft.flush('saved'))) return;
    await run(async () => {
      const body = { version: draft.newest() };
      const { answer } = await callApi(client, restoreRevision, { params: { id: status.id, version }, body });
      draft.adopt(answer);
      onDone();
    }, 'This version is the newest again');
  };
  return (
    <div className="mt-3 border-line border-t pt-3">
      <p className="mb-3 text-16 text-ink-soft">From this version to what is in the editor:</p>
      <Comparison before={data.fields} after={draft.fields} />
      <SmallButton className="mt-4" disabled={isPending} onClick={() => void restore()}>
        Bring this version back
      </SmallButton>
    </div>
  );
}
