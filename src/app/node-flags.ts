/** How much memory Node may take for a site's processes. */

/**
 * Loading the program alone would let the space for short-lived objects grow to its limit and stay there: with 8 MB in
 * place of 32 a web process begins with 115 MB less, for about a tenth more work on a page nobody asked before. So small
 * a space is collected by one thread: several spend more on sharing the work than it takes, 6 % of such a page.
 */
export const processFlags = ['--max-semi-space-size=8', '--no-parallel-scavenge'];
/**
 * A web process holds some 50 MB of objects, its page store aside. V8 lets what is dropped pile up the higher the more it may use in all:
 * to four times what is held where there are gigabytes. Left alone with one of them it looks for it every second under load, at
 * 1.2 times, which takes a tenth of the work on a page nobody asked before; at 1.6 times it takes less than half of that, for
 * some 15 MB.
 */
export const webFlags = [...processFlags, '--max-old-space-size=1024', '--heap-growing-percent=60'];
