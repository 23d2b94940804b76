/** A line to Stripe that loses answers, or waits before each call. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Services } from '#server/http/serve.ts';
import { found } from './found.ts';

interface Line {
  before?: () => Promise<void>;
  /** The answer to such a call does not arrive. */
  isLost?: (call: IncomingMessage) => boolean;
  /** Such a call itself does not arrive. */
  isUnreachable?: (call: IncomingMessage) => boolean;
}

/** The services of a site whose calls reach Stripe by this line. */
export async function lineToStripe<T extends Pick<Services, 'env'>>(
  services: T,
  { before, isLost, isUnreachable }: Line,
) {
  const keys = found(services.env.stripe, 'the keys');
  const { hostname, port: portOfStripe } = new URL(found(keys.apiBase, 'the address of the sandbox'));
  const server = createServer(async (asked, answered) => {
    await before?.();
    if (isUnreachable?.(asked)) return void answered.destroy();
    const { method, url: path, headers } = asked;
    const passed = request({ hostname, port: portOfStripe, method, path, headers, agent: false }, (answer) => {
      if (isLost?.(asked)) return answered.destroy();
      answered.writeHead(answer.statusCode ?? 500, answer.headers);
      return answer.pipe(answered);
    });
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stripe = { ...keys, apiBase: `http://127.0.0.1:${port}` };
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { services: { ...services, env: { ...services.env, stripe } }, close };
}
