/** What one connection may ask of us while it takes nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** node:http reads whatever is sent one after the other on a connection until it has answers to write. Browsers and proxies wait for each. */
const mostUnanswered = 20;
/** Nothing sent and nothing taken for so long: nobody is there any more. */
const silentMs = 120_000;

const unanswered = new WeakMap<Socket, number>();

/**
 * Counts a question that takes time to answer. False: there are too many of this connection, which is closed.
 * From here on the connection has to show signs of life until it is answered.
 */
export function mayAsk({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const before = unanswered.get(socket) ?? 0;
  if (before >= mostUnanswered) {
    socket.destroy();
    return false;
  }
  unanswered.set(socket, before + 1);
  response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  socket.setTimeout(silentMs);
  return true;
}
