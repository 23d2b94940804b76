import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useNavigate } from '#web/router/router.tsx';
import { type ArticleStatus, deleteArticle } from '../../staff-contract.ts';
import type { ArticleDraft } from './use-article-draft.ts';

export function DeletePanel({ draft, status }: { draft: ArticleDraft; status: ArticleStatus }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isPending, run } = useStaffAction();
  const [isAsking, setAsking] = useState(false);
  if (status.state !== 'draft') {
    return <p className="text-14 text-ink-soft">To delete it, make it a draft first.</p>;
  }
  const remove = () =>
    void run(async () => {
      await callApi(client, deleteArticle, { params: { id: status.id } });
      draft.stop();
      await navigate('/staff/articles');
    }, 'Deleted');
  if (!isAsking) {
    return (
      <SmallButton look="danger" onClick={() => setAsking(true)}>
        Delete draft
      </SmallButton>
    );
  }
  return (
    <div role="alert" className="grid gap-2 text-16">
      <p>Delete “{draft.fields.title || 'Untitled'}” with all its versions? This cannot be undone.</p>
      <div className="flex flex-wrap gap-2">
        <SmallButton look="danger" disabled={isPending} onClick={remove}>
          Delete for good
        </SmallButton>
        <SmallButton onClick={() => setAsking(false)}>Keep it</SmallButton>
      </div>
    </div>
  );
}
