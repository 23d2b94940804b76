/** Loads the picture library with the first picture: a web process without pictures is 10 MB smaller. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // One thread per picture; callers that want more encode several at once. No cache: no picture is encoded
  // twice.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
