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
