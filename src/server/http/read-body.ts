import { Problem } from '#shared/problem.ts';

export const maxBodyBytes = 64 * 1024;

/** A request's body as text. Counts while it reads: a chunked body announces no length. @throws Problem 'too_large' */
export async function readBodyText(request: Request, mostBytes = maxBodyBytes): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw tooLarge();
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > mostBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const tooLarge = () => new Problem('too_large', 'This is too long. Please shorten it.');
