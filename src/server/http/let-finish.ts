/** Ends a server without cutting anybody off, and without waiting for those who only keep their connection. */
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** node:http keeps on each socket the answer that is under way, and nothing once it has been handed over whole. */
type HttpSocket = Socket & { _httpMessage?: unknown };

const lookAgainMs = 50;

/**
 * Call it before the server listens. The answer stops it: no more connections, and each that is there ends once it has nothing under way.
 * node:http's own close() ends connections whose last answer is still being read, and leaves those that become idle later open
 * until their keep-alive runs out.
 */
export function lettingFinish(server: Server): () => Promise<void> {
  const sockets = new Set<HttpSocket>();
  server.on('connection', (socket: HttpSocket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const endIdle = () => {
    for (const socket of sockets) {
      if (!socket._httpMessage && socket.writableLength === 0) socket.destroy();
    }
  };
  return async () => {
    // Not at once: on a connection that a proxy has just opened, the question is on its way.
    const look = setInterval(endIdle, lookAgainMs);
    await new Promise((resolve) => {
      NetServer.prototype.close.call(server, resolve);
    });
    clearInterval(look);
  };
}
