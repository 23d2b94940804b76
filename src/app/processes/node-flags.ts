/** Node's memory limits for the site's processes. */

/** One thread collects such a small space: sharing it between several costs more than the work itself. */
const oneCollector = '--no-parallel-scavenge';
/**
 * Loading the program alone would make the space for short-lived objects grow to its limit and stay there. Two megabytes
 * in place of 32 are enough for processes that nobody waits for: the worker, the payment sandbox, the preparation.
 */
export const processFlags = ['--max-semi-space-size=2', oneCollector];
/**
 * With 8 MB for short-lived objects instead of 32, a web process starts with 115 MB less, for about a tenth more work on
 * an uncached page.
 *
 * A web process holds some 50 MB of objects besides its page store. The more memory V8 may use, the more
 * garbage it lets pile up: with gigabytes, up to four times the live objects. With one gigabyte and default
 * settings it collects every second under load, at 1.2 times, which takes a tenth of the work on an uncached
 * page. At 1.6 times it takes less than half of that, for some 15 MB.
 */
export const webFlags = [
  '--max-semi-space-size=8',
  oneCollector,
  '--max-old-space-size=1024',
  '--heap-growing-percent=60',
  // memory-at-rest.ts calls it.
  '--expose-gc',
];
/**
 * The C library gives each thread its own heap, and memory freed after compressing a page in one is not
 * reused by another. With two heaps for all threads, a web process under load takes 35 MB less.
 */
export const memoryEnvironment = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' };
