import type Sharp from 'sharp';

let loaded: Promise<typeof Sharp> | undefined;

/** The picture library, loaded with the first picture: a web process that none comes to is 12 MB smaller. */
export function loadSharp(): Promise<typeof Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Each picture keeps one thread busy; who wants more runs several at once. Nothing is asked twice, so nothing is kept.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loaded;
}
