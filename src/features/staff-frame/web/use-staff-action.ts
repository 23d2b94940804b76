import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { showToast } from '#web/toast/toast-store.ts';

/**
 * Runs one write at a time. Afterwards, even after a refusal, it reloads everything that staff have read: a
 * refusal mostly means that somebody else was first.
 */
export function useStaffAction() {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  /** Throws the refusal again after it is shown. */
  async function attempt<T>(act: () => Promise<T>, done: string): Promise<T> {
    setPending(true);
    try {
      const answer = await act();
      showToast({ title: done });
      return answer;
    } catch (error) {
      const text = problemMessage(error, 'This could not be saved. Please check the connection and try again.');
      showToast({ title: 'Error', text, destructive: true });
      throw error;
    } finally {
      setPending(false);
      await client.invalidateQueries({
        predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && queryKey[0].startsWith('/api/staff/'),
      });
    }
  }
  return {
    isPending,
    attempt,
    /** Returns errors by field; null when it is done. */
    run: async (act: () => Promise<unknown>, done: string): Promise<Record<string, string> | null> => {
      try {
        await attempt(act, done);
        return null;
      } catch (error) {
        return error instanceof ApiError ? (error.problem?.fields ?? {}) : {};
      }
    },
  };
}
