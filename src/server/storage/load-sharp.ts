/** The picture library, loaded with the first picture: a web process that none comes to is 10 MB smaller. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Each picture keeps one thread busy; who wants more runs several at once. Nothing is asked twice, so nothing is kept.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
