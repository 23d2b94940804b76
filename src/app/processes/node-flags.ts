/** Node's memory limits for the site's processes. */

/**
 * Loading the program alone would make the space for short-lived objects grow to its limit and stay there.
 * With 8 MB instead of 32, a web process starts with 115 MB less, for about a tenth more work on an uncached
 * page. One thread collects such a small space: sharing it between several costs more than the work itself, 6
 * % of such a page.
 */
export const processFlags = ['--max-semi-space-size=8', '--no-parallel-scavenge'];
/**
 * A web process holds some 50 MB of objects besides its page store. The more memory V8 may use, the more
 * garbage it lets pile up: with gigabytes, up to four times the live objects. With one gigabyte and default
 * settings it collects every second under load, at 1.2 times, which takes a tenth of the work on an uncached
 * page. At 1.6 times it takes less than half of that, for some 15 MB.
 */
export const webFlags = [...processFlags, '--max-old-space-size=1024', '--heap-growing-percent=60'];
