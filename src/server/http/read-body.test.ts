import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { afterEach, expect, test } from 'vitest';
import { asProblem } from './problems.ts';
import { readBodyText } from './read-body.ts';

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

/** Longer than the node server waits for the rest of a body. */
const patienceMs = 700;

test('a connection stays good for the next request after a body that is too long', async () => {
  const answer = async (request: Request) => {
    const status = await readBodyText(request).then(
      () => 200,
      (error: unknown) => asProblem(error).status,
    );
    return new Response('.', { status });
  };
  const listening = createServer(getRequestListener(answer, { overrideGlobalObjects: false }));
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const line = connect((listening.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
  let text = '';
  line.on('data', (more: string) => {
    text += more;
  });
  const statuses = () => Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status);

  line.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  for (let sent = 0; sent < 32; sent++) line.write(`${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`);
  line.write('0\r\n\r\n');
  await expect.poll(statuses).toEqual(['413']);
  expect(text).toMatch(/^connection: keep-alive/im);

  await sleep(patienceMs);
  line.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi');
  await expect.poll(statuses).toEqual(['413', '200']);
  line.destroy();
});

test('a body without an end is listened to for a while, and others meanwhile', async () => {
  let isLeft = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    cancel: () => {
      isLeft = true;
    },
  });
  // fetch requires 'half' for a streamed body.
  const init = { method: 'POST', body: endless, duplex: 'half' };
  const request = new Request('http://a', init);
  await expect(readBodyText(request)).rejects.toThrow('This is too long.');
  expect(isLeft).toBe(false);
  await expect.poll(() => isLeft).toBe(true);
});
