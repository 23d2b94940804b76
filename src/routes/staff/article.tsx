import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { getStaffArticle, type StaffArticle } from '#features/articles/staff-contract.ts';
import { ArticleEditor } from '#features/articles/web/editor/article-editor.tsx';
import { hasArticleDraft } from '#features/articles/web/editor/use-article-draft.ts';
import { PageMissing } from '#features/city-guide/web/page-missing.tsx';
import { isNotFound } from '#web/api-client/api-error.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { usePageParams } from '#web/page-params.tsx';
import { Navigate } from '#web/router/link.tsx';
import { useLocation } from '#web/router/router.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export function Page() {
  const { id = '' } = usePageParams();
  return id === 'new' ? <NewArticle /> : <StoredArticle key={id} id={id} />;
}

/** Ids that this page has given out and not opened yet: the server need not be asked for their articles. */
const newIds = new Set<string>();

/** A new article gets its id at once, so that unsaved text is found again under its address. */
function NewArticle() {
  const [id] = useState(() => uuidv7());
  newIds.add(id);
  return <Navigate to={`/staff/articles/${id}`} state={{ isNew: true }} replace />;
}

function StoredArticle({ id }: { id: string }) {
  const { state } = useLocation() as { state: { isNew?: boolean } | null };
  const { user } = useCurrentUser();
  /** Once open, the editor stays, even without connection or session. */
  const [opened, setOpened] = useState<{ userId: string; stored: StaffArticle | null } | null>(null);
  // The editor must not start from a cached version.
  const query = {
    ...endpointQuery(getStaffArticle, { params: { id } }),
    gcTime: 0,
    enabled: opened === null && !newIds.has(id),
  };
  const { data, error, isFetching, refetch } = useQuery(query);
  useEffect(() => {
    if (opened !== null) newIds.delete(id);
  }, [opened, id]);
  if (opened) return <ArticleEditor id={id} {...opened} />;
  const isNew = newIds.has(id);
  if (user === null || isFetching || (!isNew && data === undefined && error === null)) return <Spinner />;
  const isBegun = isNew || (isNotFound(error) && (state?.isNew === true || hasArticleDraft(id, user.id)));
  if (data || isBegun) setOpened({ userId: user.id, stored: data ?? null });
  else if (isNotFound(error)) return <PageMissing />;
  else return <LoadFailed message="We could not load this article." onRetry={() => void refetch()} />;
  return <Spinner />;
}
