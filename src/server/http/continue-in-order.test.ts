import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { continueInOrder } from './continue-in-order.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

/** The status lines that answer requests sent at once. */
async function statuses(...paths: string[]): Promise<string[]> {
  const listener: RequestListener = (request, response) => {
    const end = () => response.writeHead(200, { 'content-length': 4 }).end(Buffer.from('done'));
    if (request.url === '/slow') setImmediate(end);
    else end();
  };
  server = createServer(listener);
  continueInOrder(server, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
  let text = '';
  line.on('data', (more: string) => {
    text += more;
  });
  const closed = new Promise((resolve) => line.once('close', resolve));
  line.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n`).join(''));
  await expect.poll(() => text.match(/done/g)?.length).toBe(paths.length);
  line.end();
  await closed;
  return Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status ?? '');
}

test('a client is told to go on before it is answered, and never after', async () => {
  expect(await statuses('/slow', '/')).toEqual(['100', '200', '200']);
});
