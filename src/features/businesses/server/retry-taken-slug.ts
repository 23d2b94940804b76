const uniqueViolation = '23505';
const tries = 4;

/** Runs a transaction again when somebody else took the slug that it had chosen (see allocateSlugs). */
export async function retryTakenSlug<T>(run: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await run();
    } catch (error) {
      const cause = (error as { cause?: { code?: string; constraint?: string } }).cause;
      const isTaken = cause?.code === uniqueViolation && /slug/.test(cause.constraint ?? '');
      if (!isTaken || tried === tries) throw error;
    }
  }
}
