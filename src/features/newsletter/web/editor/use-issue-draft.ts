import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { errorsByField } from '#shared/errors-by-field.ts';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { type Issue, IssueForm, saveIssue } from '../../staff-contract.ts';
import { issueQuery } from '../issue-queries.ts';

const pauseMs = 1200;

export type SaveState = 'saved' | 'waiting' | 'saving' | 'refused' | 'failed' | 'overtaken';

/**
 * Saves a draft shortly after the last key. Saves run one after the other, each with the version that the
 * save before returned. When somebody else has saved, this editor stops and says so.
 */
export function useIssueDraft(issue: Issue) {
  const client = useQueryClient();
  const [form, setForm] = useState<IssueForm>(() => formOf(issue));
  const [version, setVersion] = useState(issue.version);
  const [state, setState] = useState<SaveState>('saved');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [message, setMessage] = useState('');
  const held = useRef({ form, saved: form, version: issue.version, isOvertaken: false });
  const running = useRef<Promise<boolean> | null>(null);

  async function saveOnce(): Promise<boolean> {
    const sent = held.current.form;
    if (held.current.isOvertaken) return false;
    if (sent === held.current.saved) return true;
    const checked = z.safeParse(IssueForm, sent);
    if (!checked.success) {
      setErrors(errorsByField(checked.error));
      setState('refused');
      return false;
    }
    setErrors({});
    setState('saving');
    try {
      const body = { ...checked.data, version: held.current.version };
      const { answer } = await callApi(client, saveIssue, { params: { id: issue.id }, body });
      held.current.version = answer.version;
      held.current.saved = sent;
      setVersion(answer.version);
      client.setQueryData(issueQuery(issue.id).queryKey, answer);
      setState(held.current.form === sent ? 'saved' : 'waiting');
      return true;
    } catch (error) {
      const isOvertaken = error instanceof ApiError && error.status === 409;
      held.current.isOvertaken = isOvertaken;
      setErrors(error instanceof ApiError ? (error.problem?.fields ?? {}) : {});
      setMessage(problemMessage(error, 'This could not be saved. We try again when you go on writing.'));
      setState(isOvertaken ? 'overtaken' : 'failed');
      return false;
    }
  }

  /** Returns whether all changes are saved. */
  async function save(): Promise<boolean> {
    while (running.current) await running.current;
    running.current = saveOnce().finally(() => {
      running.current = null;
    });
    return running.current;
  }

  const latest = useRef(save);
  latest.current = save;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the form restarts the delay
  useEffect(() => {
    if (held.current.form === held.current.saved) return;
    const timer = setTimeout(() => void latest.current(), pauseMs);
    return () => clearTimeout(timer);
  }, [form]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (held.current.form !== held.current.saved) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      // Saves when the user goes to another page of the site, so that nothing is lost.
      void latest.current();
    };
  }, []);

  return {
    form,
    version,
    state,
    errors,
    message,
    save,
    /** A function gets the newest form, which may have changed since it was made. */
    change: (given: Partial<IssueForm> | ((form: IssueForm) => Partial<IssueForm>)) => {
      const changed = typeof given === 'function' ? given(held.current.form) : given;
      const next = { ...held.current.form, ...changed };
      held.current.form = next;
      setForm(next);
      if (!held.current.isOvertaken) setState('waiting');
    },
  };
}

function formOf({ subject, preheader, topics, blocks }: Issue): IssueForm {
  return { subject, preheader, topics, blocks };
}
