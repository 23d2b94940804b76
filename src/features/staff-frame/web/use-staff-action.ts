import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { minuteMs, undoMs } from '#shared/times.ts';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { undoAct } from '../undo-contract.ts';

/** An act that can be undone from its toast. `shown`: the things that come back with it, where they are others than its subject. */
type Undoable =
  /** The business, the person, or the id of a decision on several listings. */
  | { subjectId: string; shown?: readonly string[] | undefined }
  /** A setting, whose own call puts the former one back. */
  | { about: string; shown?: readonly string[]; putBack: () => Promise<unknown> };

interface Leaving {
  /** The id of what the act removes; the caller leaves its page then. */
  gone?: string;
}

const isOfStaff = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  typeof queryKey[0] === 'string' && queryKey[0].startsWith('/api/staff/');

/**
 * Answers of parts that are out of sight are dropped, and asked for again on opening: nobody decides on what they said before.
 * @param gone the id of a thing that is not there any more: its page is about to close, and what it asked would be a 404
 */
function reloadStaffPages(client: QueryClient, gone?: string): Promise<void> {
  client.removeQueries({ type: 'inactive', predicate: isOfStaff });
  const isThere = ({ queryKey }: Query) => gone === undefined || !JSON.stringify(queryKey).includes(gone);
  return client.invalidateQueries({ predicate: (query) => isOfStaff(query) && isThere(query) });
}

/** Works after the page of the act is gone, too. */
export function undoAction(client: QueryClient, undoable: Undoable, done: string) {
  const undo = async () => {
    if ('subjectId' in undoable) {
      const { answer } = await callApi(client, undoAct, { body: { subjectId: undoable.subjectId } });
      return answer.message;
    }
    await undoable.putBack();
    return 'It is as it was.';
  };
  const run = async () => {
    const shown = await undo().then(
      (text) => ({ title: 'Undone', text }),
      (error: unknown) => ({
        title: 'Error',
        text: problemMessage(error, 'This could not be undone. Check the connection and try again.'),
        destructive: true,
      }),
    );
    await reloadStaffPages(client);
    showToast(shown);
  };
  const about = 'subjectId' in undoable ? undoable.subjectId : undoable.about;
  return {
    label: 'Undo',
    alt: `To undo it (${done}), press F8, then Undo`,
    about,
    shown: undoable.shown,
    isKept: 'subjectId' in undoable,
    run: () => void run(),
  };
}

const logInMs = minuteMs;

/** The session has ended; the way back leads to this page. */
const logInAction = {
  label: 'Log in',
  alt: 'To log in again, press F8, then Log in',
  about: 'log-in',
  run: () => location.assign(`/login?${new URLSearchParams({ next: location.pathname + location.search })}`),
};

/**
 * Runs one write at a time. Afterwards, even after a refusal, it reloads everything that staff have read: a
 * refusal mostly means that somebody else was first.
 */
export function useStaffAction() {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** Throws the refusal again after it is shown. */
  async function attempt<T>(
    act: () => Promise<T>,
    done: string | ((answer: T) => string),
    undoable?: Undoable | ((answer: T) => Undoable | undefined),
    { gone }: Leaving = {},
  ): Promise<T> {
    setPending(true);
    setRefusal(null);
    let answer: T;
    try {
      answer = await act();
    } catch (error) {
      const text = problemMessage(error, 'This could not be saved. Please check the connection and try again.');
      const isFirstCome = error instanceof ApiError && error.status === 409;
      if (isFirstCome) setRefusal(text);
      const isSignedOut = error instanceof ApiError && error.status === 401;
      const told = { title: isFirstCome ? 'Not done' : 'Error', text, destructive: true };
      showToast(isSignedOut ? { ...told, ms: logInMs, action: logInAction } : told);
      // The button waits for what is true now: pressed again before that, it would be refused again.
      await reloadStaffPages(client);
      setPending(false);
      throw error;
    }
    const title = typeof done === 'function' ? done(answer) : done;
    const undo = typeof undoable === 'function' ? undoable(answer) : undoable;
    if (undo) showToast({ title, ms: undoMs, action: undoAction(client, undo, title) });
    else showToast({ title });
    setPending(false);
    await reloadStaffPages(client, gone);
    return answer;
  }
  return {
    isPending,
    /** Reads again all that staff have read. */
    reload: () => reloadStaffPages(client),
    /** The reason why the last act was refused over what others have done; null for none. */
    refusal,
    attempt,
    /** Returns errors by field; null when it is done. */
    run: async <T>(
      act: () => Promise<T>,
      done: string | ((answer: T) => string),
      undoable?: Undoable | ((answer: T) => Undoable | undefined),
      leaving: Leaving = {},
    ): Promise<Record<string, string> | null> => {
      try {
        await attempt(act, done, undoable, leaving);
        return null;
      } catch (error) {
        return error instanceof ApiError ? (error.problem?.fields ?? {}) : {};
      }
    },
  };
}
