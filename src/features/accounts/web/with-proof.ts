import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/api-client/api-error.ts';

/** Makes a call that may need a fresh proof: asks for the password, a code or a passkey when it is refused, then repeats it. */
export async function withProof<T>(client: QueryClient, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem?.code !== 'proof_needed') throw error;
    const { askForProof } = await import('./proof-dialog.tsx');
    if (!(await askForProof(client))) throw error;
    return call();
  }
}

/**
 * Asks for the password, a code or a passkey first, however short ago one was given, and then makes the call: for what cannot be taken
 * back. @param why a sentence for the dialog. @returns null when the dialog was closed without a proof
 */
export async function withNewProof<T>(client: QueryClient, why: string, call: () => Promise<T>): Promise<T | null> {
  const { askForProof } = await import('./proof-dialog.tsx');
  return (await askForProof(client, why)) ? call() : null;
}
