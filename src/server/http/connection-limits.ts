/** Limits for one connection that sends requests and does not read the answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * node:http keeps reading pipelined requests on a connection until it has answers to write. Browsers and
 * proxies wait for each answer.
 */
const maxUnanswered = 20;
/** After this long without traffic in either direction the client is gone. */
const silentMs = 120_000;

const unanswered = new WeakMap<Socket, number>();

/**
 * Counts a request that takes time to answer. False when the connection has too many; it is closed. From here
 * on the connection must show traffic until the request is answered.
 */
export function mayAsk({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const before = unanswered.get(socket) ?? 0;
  if (before >= maxUnanswered) {
    socket.destroy();
    return false;
  }
  unanswered.set(socket, before + 1);
  response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  socket.setTimeout(silentMs);
  return true;
}
