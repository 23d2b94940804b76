/**
 * Lets the C library give back the free pages between what it still holds. It does so by itself only at the end of
 * its memory, and nothing in Node calls this. Other C libraries do not have the function.
 */
export async function trim(): Promise<void> {
  try {
    const { default: koffi } = await import('koffi');
    koffi.load(null).func('int malloc_trim(size_t)')(0);
  } catch {
    // The free pages stay with the process, as they did before.
  }
}
