/** The open editor of one article: its text, and saving it to the server without losing any of it. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { type ArticleFields, isSameArticle } from '../../article-fields.ts';
import { type ArticleStatus, getStaffArticle, type StaffArticle, saveArticle } from '../../staff-contract.ts';
import { dropBackup, keepBackup, readBackup } from './draft-backup.ts';

const pauseMs = 1500;
const retryMs = 5000;
const backupMs = 300;
/** Browsers fire a longer timer at once. */
const maxTimerMs = 2_000_000_000;

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** The save is retried without the user. */
  | { kind: 'waiting'; why: 'offline' | 'signed-out' | 'trouble' }
  /** The server refuses this version. */
  | { kind: 'refused'; message: string }
  | { kind: 'conflict'; message: string };

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

export function useArticleDraft({ id, userId, stored }: Opened) {
  const client = useQueryClient();
  const [begun] = useState(() => {
    const backup = readBackup(id, userId);
    const saved = stored?.fields ?? blank;
    const isLeftOver = backup !== null && !isSameArticle(backup.fields, saved);
    const isOld = isLeftOver && stored !== null && backup.version !== stored.version;
    return { fields: isLeftOver ? backup.fields : saved, saved, isLeftOver, isOld };
  });
  const [fields, setFields] = useState(begun.fields);
  const [status, setStatus] = useState<ArticleStatus | null>(stored);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [save, setSave] = useState<SaveState>(() =>
    begun.isOld
      ? { kind: 'conflict', message: 'This article was saved elsewhere after you wrote here.' }
      : { kind: begun.isLeftOver ? 'unsaved' : 'saved' },
  );
  /** The newest values, for timers and answers: a render may be behind. */
  const now = useRef({
    fields: begun.fields,
    saved: begun.saved,
    version: stored?.version ?? 0,
    isStopped: begun.isOld,
    running: null as Promise<boolean> | null,
  });
  const [editor] = useState(() => `e${crypto.getRandomValues(new Uint32Array(4)).join('-')}`);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const backupTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const isDirty = useCallback(() => !isSameArticle(now.current.fields, now.current.saved), []);

  const backUp = useCallback(() => {
    clearTimeout(backupTimer.current);
    if (isDirty()) keepBackup(id, { userId, fields: now.current.fields, version: now.current.version });
    else dropBackup(id);
  }, [id, userId, isDirty]);

  const send = useCallback(
    async (kind: 'autosaved' | 'saved'): Promise<boolean> => {
      const sent = now.current.fields;
      setSave({ kind: 'saving' });
      try {
        const body = { fields: sent, version: now.current.version, editor, kind };
        const { answer } = await callApi(client, saveArticle, { params: { id }, body });
        now.current.version = answer.version;
        now.current.saved = sent;
        setStatus(answer);
        setErrors({});
        backUp();
        setSave({ kind: isDirty() ? 'unsaved' : 'saved' });
        return true;
      } catch (error) {
        const state = stateAfter(error);
        if (state.kind === 'conflict') now.current.isStopped = true;
        if (state.kind === 'refused') setErrors((error as ApiError).problem?.fields ?? {});
        setSave(state);
        backUp();
        return false;
      }
    },
    [client, id, editor, isDirty, backUp],
  );

  /** Saves, one call at a time. Returns whether all of it is on the server. */
  const flush = useCallback(
    async (kind: 'autosaved' | 'saved' = 'autosaved'): Promise<boolean> => {
      clearTimeout(timer.current);
      while (now.current.running) await now.current.running;
      if (now.current.isStopped) return false;
      if (!isDirty() && (kind === 'autosaved' || now.current.version === 0)) return true;
      now.current.running = send(kind).finally(() => {
        now.current.running = null;
      });
      const worked = await now.current.running;
      if (worked && isDirty()) return flush(kind);
      return worked;
    },
    [send, isDirty],
  );

  const change = useCallback(
    (patch: Partial<ArticleFields>) => {
      now.current.fields = { ...now.current.fields, ...patch };
      setFields(now.current.fields);
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in patch))));
      clearTimeout(backupTimer.current);
      backupTimer.current = setTimeout(backUp, backupMs);
      if (now.current.isStopped) return;
      if (!isDirty()) return setSave({ kind: 'saved' });
      setSave((before) => (before.kind === 'waiting' ? before : { kind: 'unsaved' }));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), pauseMs);
    },
    [backUp, flush, isDirty],
  );

  /** Continues from the server's version: a restored one, or somebody else's. */
  const adopt = useCallback(
    (article: StaffArticle) => {
      clearTimeout(timer.current);
      Object.assign(now.current, {
        fields: article.fields,
        saved: article.fields,
        version: article.version,
        isStopped: false,
      });
      setFields(article.fields);
      setStatus(article);
      setErrors({});
      setSave({ kind: 'saved' });
      dropBackup(id);
    },
    [id],
  );

  const readTheirs = useCallback(
    async () => (await callApi(client, getStaffArticle, { params: { id } })).answer,
    [client, id],
  );

  /** Saves this editor's text over somebody else's. Theirs stays among the versions. */
  const keepMine = useCallback(
    async (theirs: StaffArticle) => {
      now.current.version = theirs.version;
      now.current.saved = theirs.fields;
      now.current.isStopped = false;
      return flush('saved');
    },
    [flush],
  );

  /** Loads changes by a colleague, another window or the clock; never over unsaved text. */
  const refresh = useCallback(async () => {
    const isBusy = () => isDirty() || now.current.running !== null || now.current.isStopped;
    if (isBusy() || now.current.version === 0) return;
    const theirs = await readTheirs().catch(() => null);
    if (theirs === null || isBusy()) return;
    if (theirs.version > now.current.version) adopt(theirs);
    else if (theirs.version === now.current.version) setStatus(theirs);
  }, [isDirty, readTheirs, adopt]);

  const dueAt = status?.state === 'scheduled' ? status.publishAt : null;
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

  // After a lost connection or session: retries by itself, and at once when the browser is back online.
  const isWaiting = save.kind === 'waiting';
  useEffect(() => {
    if (!isWaiting) return;
    const again = () => void flush();
    const interval = setInterval(again, retryMs);
    addEventListener('online', again);
    addEventListener('focus', again);
    return () => {
      clearInterval(interval);
      removeEventListener('online', again);
      removeEventListener('focus', again);
    };
  }, [isWaiting, flush]);

  useEffect(() => {
    // Sends what an earlier visit could not save.
    if (begun.isLeftOver && !begun.isOld) timer.current = setTimeout(() => void flush(), 0);
    const leave = (event: BeforeUnloadEvent) => {
      backUp();
      if (isDirty()) event.preventDefault();
    };
    addEventListener('beforeunload', leave);
    return () => {
      removeEventListener('beforeunload', leave);
      backUp();
      if (isDirty()) void flush();
    };
  }, [begun, backUp, flush, isDirty]);

  return {
    id,
    fields,
    status,
    setStatus,
    errors,
    setErrors,
    save,
    wasLeftOver: begun.isLeftOver && !begun.isOld,
    change,
    flush,
    adopt,
    readTheirs,
    keepMine,
    /** The version that the next call names; correct even before the next render. */
    newest: () => now.current.version,
    /** Stops saving: the article is deleted. */
    stop: () => {
      clearTimeout(timer.current);
      now.current.isStopped = true;
      now.current.saved = now.current.fields;
      dropBackup(id);
    },
  };
}

export type ArticleDraft = ReturnType<typeof useArticleDraft>;

function stateAfter(error: unknown): SaveState {
  if (!(error instanceof ApiError)) return { kind: 'waiting', why: 'offline' };
  const message = problemMessage(error, 'This could not be saved.');
  if (error.status === 401) return { kind: 'waiting', why: 'signed-out' };
  if (error.status === 409) return { kind: 'conflict', message };
  if (error.status >= 500 || error.status === 429 || error.status === 403) return { kind: 'waiting', why: 'trouble' };
  return { kind: 'refused', message };
}
