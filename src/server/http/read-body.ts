import { setImmediate } from 'node:timers/promises';
import { Problem } from '#shared/problem.ts';

const maxBodyBytes = 64 * 1024;

/** A request's body as text. Counts while it reads: a chunked body announces no length. @throws Problem 'too_large' */
export async function readBodyText(request: Request, mostBytes = maxBodyBytes): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw tooLarge();
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bodyPieces(request.body)) {
    size += chunk.byteLength;
    if (size > mostBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * A body piece by piece. Of whoever stops early the rest is taken from the line unseen: a body that is left half read holds up
 * its connection, which is then cut off although the answer said that it stays open for the next request.
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

/** More than a picture may have, and less than anybody needs to be listened to. */
const mostPassedOver = 16 * 1024 * 1024;
/** What a piece counts for at least: a sender of single bytes comes to an end, too. */
const leastPiece = 1024;

/** Until the sender is done or has sent too much; the node server also ends it half a second after the answer. */
async function passOver(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let left = mostPassedOver;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      left -= Math.max(leastPiece, piece.value.byteLength);
      if (left < 0) return await reader.cancel();
      // Whoever sends without a pause must not keep all others waiting.
      await setImmediate();
    }
  } catch {
    // The sender has left.
  }
}

const tooLarge = () => new Problem('too_large', 'This is too long. Please shorten it.');
