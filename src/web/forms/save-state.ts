/** The states of saving an editor's text, with the reason when it is not saved. */
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** The save did not reach the server. An editor that saves by itself retries. */
  | { kind: 'waiting'; why: 'offline' | 'signed-out' | 'trouble' }
  /** The server refuses these fields. */
  | { kind: 'refused'; message: string }
  /** Somebody else saved first; the person decides which text to keep. */
  | { kind: 'conflict'; message: string };

/** The state after a save has failed. */
export function saveStateAfter(error: unknown): SaveState {
  if (!(error instanceof ApiError)) return { kind: 'waiting', why: 'offline' };
  const message = problemMessage(error, 'This could not be saved.');
  if (error.status === 401) return { kind: 'waiting', why: 'signed-out' };
  if (error.status === 409) return { kind: 'conflict', message };
  if (error.status >= 500 || error.status === 429 || error.status === 403) return { kind: 'waiting', why: 'trouble' };
  return { kind: 'refused', message };
}
