/** Stops a server without cutting off running answers and without waiting for idle connections. */
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** node:http keeps the running answer on each socket, and nothing once it has been written whole. */
type HttpSocket = Socket & { _httpMessage?: unknown };

const recheckMs = 50;

/**
 * Call it before the server listens. The returned function stops it: no new connections, and each existing
 * one ends once it has nothing to answer. node:http's own close() ends connections whose last answer is still
 * being read, and leaves those that become idle later open until their keep-alive runs out.
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
    // Not at once: a proxy may have just opened a connection and its request is on the way.
    const look = setInterval(endIdle, recheckMs);
    await new Promise((resolve) => {
      NetServer.prototype.close.call(server, resolve);
    });
    clearInterval(look);
  };
}
