import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#web/api-client/api-error.ts';
import { refreshCurrentUser } from './current-user.ts';

export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

/**
 * Handles 'signed out' from a call behind a guard: the guard asks again and leads to the log-in page, and
 * back.
 */
export function useSessionEnded(error: unknown): void {
  const client = useQueryClient();
  const isOut = isSignedOut(error);
  useEffect(() => {
    if (isOut) void refreshCurrentUser(client, false);
  }, [isOut, client]);
}
