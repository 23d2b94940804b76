import { setImmediate } from 'node:timers/promises';
import { Problem } from '#shared/problem.ts';

const maxBodyBytes = 64 * 1024;

/**
 * Reads a request's body as text. It counts while reading, because a chunked body announces no length.
 * @throws Problem 'too_large'
 */
export async function readBodyText(request: Request, maxBytes = maxBodyBytes): Promise<string> {
  return (await readBodyBytes(request, maxBytes)).toString('utf8');
}

/** @throws Problem 'too_large' */
export async function readBodyBytes(request: Request, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  if (request.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bodyPieces(request.body)) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A body piece by piece. When the caller stops early, the rest is read and dropped: a half-read body blocks
 * its connection, which is then cut although the answer said that it stays open.
 */
export async function* bodyPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader();
  let isWhole = false;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
    isWhole = true;
  } finally {
    if (!isWhole) void passOver(reader);
  }
}

/** More than a picture may have; beyond it the connection is cut. */
const maxPassedOver = 16 * 1024 * 1024;
/** The minimum that a piece counts, so that a sender of single bytes comes to an end too. */
const minPiece = 1024;

/**
 * Reads until the sender is done or has sent too much; the node server also ends it half a second after the
 * answer.
 */
async function passOver(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let left = maxPassedOver;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      left -= Math.max(minPiece, piece.value.byteLength);
      if (left < 0) return await reader.cancel();
      // A sender without pauses must not keep all others waiting.
      await setImmediate();
    }
  } catch {
    // The sender has left.
  }
}

const tooLarge = () => new Problem('too_large', 'This is too long. Please shorten it.');
