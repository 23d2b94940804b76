import { problemMessage } from '#web/api-client/api-error.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { saveStateAfter } from './save-state.ts';

/** Says why a form with a kept draft was not saved. Without a connection the form says it beside its button (NotSent), and more. */
export function toastNotSaved(error: unknown, failed: string): void {
  const state = saveStateAfter(error);
  const why = state.kind === 'waiting' ? state.why : null;
  if (why === 'offline') return;
  const isSignedOut = why === 'signed-out';
  const text = isSignedOut
    ? 'Your session has ended. Log in again: what you typed is kept.'
    : problemMessage(error, failed);
  showToast({ title: 'Error', text, destructive: true });
}
