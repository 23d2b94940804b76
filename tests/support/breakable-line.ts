/**
 * A connection to PostgreSQL that can be cut and repaired: clients connected through it see the database go
 * away.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface BreakableLine {
  /** The address of the same database through this connection. */
  url: string;
  /** Breaks every connection and refuses new ones. */
  cut: () => Promise<void>;
  mend: () => Promise<void>;
  /** Accepts connections and bytes but forwards nothing, as a hanging server does. */
  hold: () => void;
  resume: () => void;
}

export async function aBreakableLine(databaseUrl: string): Promise<BreakableLine> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isHeld = false;
  const server = createServer((from) => {
    const to = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    if (isHeld) from.pause();
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cut: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: async () => {
      await listen(port);
    },
    hold: () => {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
