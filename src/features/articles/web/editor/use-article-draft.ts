/** The open editor of one article. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { callApi } from '#web/api-client/call-api.ts';
import { readDraft } from '#web/forms/draft-store.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { ArticleFields } from '../../article-fields.ts';
import { type ArticleStatus, getStaffArticle, type StaffArticle, saveArticle } from '../../staff-contract.ts';

const pauseMs = 1500;
/** Browsers fire a longer timer at once. */
const maxTimerMs = 2_000_000_000;

interface Opened {
  id: string;
  userId: string;
  /** Null when it was never stored. */
  stored: StaffArticle | null;
}

const blank: ArticleFields = {
  title: '',
  excerpt: '',
  content: '',
  imageUrl: null,
  imageAlt: '',
  imageCaption: '',
  focus: null,
  author: '',
  category: 'news',
};

const thingOf = (id: string) => `article:${id}`;

/** True when this browser keeps unsaved text of this article. */
export const hasArticleDraft = (id: string, userId: string) => readDraft(userId, thingOf(id)) !== null;

export function useArticleDraft({ id, userId, stored }: Opened) {
  const client = useQueryClient();
  const [status, setStatus] = useState<ArticleStatus | null>(stored);
  const [editor] = useState(() => `e${crypto.getRandomValues(new Uint32Array(4)).join('-')}`);
  const { draft, ...state } = useDraft<ArticleFields>({
    ...{ userId, thing: thingOf(id), noun: 'article', schema: ArticleFields, autosaveMs: pauseMs },
    start: { fields: stored?.fields ?? blank, version: stored?.version ?? 0 },
    save: async (fields, version, kind) => {
      const { answer } = await callApi(client, saveArticle, {
        params: { id },
        body: { fields, version, editor, kind },
      });
      setStatus(answer);
      return answer.version;
    },
  });

  const readTheirs = useCallback(
    async () => (await callApi(client, getStaffArticle, { params: { id } })).answer,
    [client, id],
  );
  /** Continues from the server's version: a restored one, or somebody else's. */
  const adopt = useCallback(
    (article: StaffArticle) => {
      draft.adopt({ fields: article.fields, version: article.version });
      setStatus(article);
    },
    [draft],
  );
  /** Loads changes by a colleague, another window or the clock; never over unsaved text. */
  const refresh = useCallback(async () => {
    const seen = () => draft.read().version;
    if (draft.isBusy || seen() === 0) return;
    const theirs = await readTheirs().catch(() => null);
    if (theirs === null || draft.isBusy) return;
    if (theirs.version > seen()) adopt(theirs);
    else if (theirs.version === seen()) setStatus(theirs);
  }, [draft, readTheirs, adopt]);
  useRefresh(refresh, status?.state === 'scheduled' ? status.publishAt : null);

  return {
    ...state,
    id,
    status,
    setStatus,
    adopt,
    readTheirs,
    change: draft.change.bind(draft),
    setErrors: draft.setErrors.bind(draft),
    /** Does not save a new article without a word in it: returns true, and `newest` is 0. */
    flush: async (kind: 'autosaved' | 'saved') =>
      draft.read().version === 0 && !draft.isDirty ? true : draft.flush(kind),
    /** Saves this editor's text over somebody else's. Theirs stays among the versions. */
    keepMine: draft.keepMine.bind(draft),
    /** The version that the next call names; correct even before the next render. */
    newest: () => draft.read().version,
    /** Stops saving: the article is deleted. */
    stop: draft.stop.bind(draft),
  };
}

export type ArticleDraft = ReturnType<typeof useArticleDraft>;

/** Refreshes when the window gets the focus, and when the article is due to go live. */
function useRefresh(refresh: () => Promise<void>, dueAt: string | null): void {
  useEffect(() => {
    const look = () => void refresh();
    const waitMs = dueAt === null ? maxTimerMs : Date.parse(dueAt) - Date.now() + 1000;
    const due = waitMs < maxTimerMs ? setTimeout(look, Math.max(waitMs, 1000)) : undefined;
    addEventListener('focus', look);
    return () => {
      clearTimeout(due);
      removeEventListener('focus', look);
    };
  }, [refresh, dueAt]);
}
