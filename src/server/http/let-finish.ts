/** Stops a server without cutting off running answers, and tells its clients to come back by another connection. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { HttpSocket } from './http-socket.ts';

const recheckMs = 50;
/** A stopping site answers for this long with 'Connection: close' before it ends connections that stay silent. */
const partingMs = 1_000;
/** Somebody else takes the new connections, so the port is left sooner. */
const handoverMs = 250;

interface Leaving {
  /** True from the first order on: load balancers are to look elsewhere. */
  isLeaving: () => boolean;
  /** For a process whose successor listens as well: each connection ends with an answer or by its own keep-alive. */
  retire: () => Promise<void>;
  /** For a site that ends: connections without a request are ended, too. */
  finish: () => Promise<void>;
}

/**
 * Call it before the server listens. node:http's own close() ends connections whose last answer is still being read, and
 * leaves those that become idle later open until their keep-alive runs out.
 */
export function lettingFinish(server: Server): Leaving {
  const sockets = new Set<HttpSocket>();
  server.on('connection', (socket: HttpSocket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let isLeaving = false;
  let closed: Promise<void> | undefined;

  const endWithThis = (_: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  };
  function leave(): void {
    if (isLeaving) return;
    isLeaving = true;
    server.prependListener('request', endWithThis).prependListener('checkContinue', endWithThis);
    for (const { _httpMessage: answer } of sockets) if (answer && !answer.headersSent) answer.shouldKeepAlive = false;
  }
  /** Until nobody is connected, for this long at most. */
  const parting = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = performance.now() + ms;
      const look = setInterval(() => {
        if (sockets.size > 0 && performance.now() < end) return;
        clearInterval(look);
        resolve();
      }, recheckMs);
    });
  const close = () => {
    closed ??= new Promise((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
    });
    return closed;
  };
  const endIdle = () => {
    for (const socket of sockets) {
      if (!socket._httpMessage && socket.writableLength === 0) socket.destroy();
    }
  };
  return {
    isLeaving: () => isLeaving,
    retire: async () => {
      leave();
      await parting(handoverMs);
      await close();
    },
    finish: async () => {
      leave();
      await parting(partingMs);
      // Not at once: a proxy may have just opened a connection and its request is on the way.
      const look = setInterval(endIdle, recheckMs);
      await close();
      clearInterval(look);
    },
  };
}
