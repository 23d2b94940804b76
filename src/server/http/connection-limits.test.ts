import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { mayAsk } from './connection-limits.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

/** Opens a connection and sends this many requests at once. */
async function ask(count: number, listener: RequestListener): Promise<{ line: Socket; ended: Promise<void> }> {
  server = createServer({ keepAliveTimeout: 5_000 }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
  line.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => line.once('close', () => resolve()));
  line.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count));
  return { line, ended };
}

test('a connection that asks on and on without taking answers is closed', async () => {
  let taken = 0;
  const { ended } = await ask(200, (request, response) => {
    if (mayAsk(request, response)) taken++;
  });
  await ended;
  expect(taken).toBe(20);
});

test('what was answered does not count any more', async () => {
  const waiting: ServerResponse[] = [];
  let taken = 0;
  const { line } = await ask(15, (request, response) => {
    if (!mayAsk(request, response)) return;
    taken++;
    waiting.push(response);
  });
  await expect.poll(() => waiting.length).toBe(15);
  const answered = waiting
    .splice(0)
    .map((response) => new Promise<void>((resolve) => response.end('.', () => resolve())));
  await Promise.all(answered);
  line.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(15));
  await expect.poll(() => taken).toBe(30);
});

test('while it waits for an answer a connection must not be silent for two minutes', async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  await ask(1, (request, response) => {
    mayAsk(request, response);
    asked.resolve(response);
  });
  const response = await asked.promise;
  const { socket } = response;
  expect(socket?.timeout).toBe(120_000);
  await new Promise<void>((resolve) => response.end('.', resolve));
  expect(socket?.timeout).toBeLessThan(10_000);
});
