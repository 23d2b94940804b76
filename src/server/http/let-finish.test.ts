import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { lettingFinish } from './let-finish.ts';

let server: Server;
afterEach(() => server.closeAllConnections());

async function startLeaving(listener: RequestListener): Promise<ReturnType<typeof lettingFinish>> {
  server = createServer({ keepAliveTimeout: 600_000 }, listener);
  const leaving = lettingFinish(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return leaving;
}

const start = async (listener: RequestListener) => (await startLeaving(listener)).finish;

function ask(question = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'): {
  socket: Socket;
  text: () => string;
  ended: Promise<void>;
} {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (more: string) => {
    text += more;
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(question);
  return { socket, text: () => text, ended };
}

test('an answer under way is finished, and its connection then ends', async () => {
  const asked = Promise.withResolvers<() => void>();
  const stop = await start((_, response) => asked.resolve(() => response.end('done')));
  const line = ask();
  const answer = await asked.promise;
  let isOver = false;
  const stopped = stop().then(() => {
    isOver = true;
  });
  await expect.poll(() => server.listening).toBe(false);
  expect(isOver).toBe(false);
  answer();
  await Promise.all([stopped, line.ended]);
  expect(line.text()).toMatch(/done\r\n0\r\n\r\n$|done$/);
});

test('a question that was just being asked is answered', async () => {
  const stop = await start((_, response) => response.end('done'));
  const arrived = new Promise<void>((resolve) => server.once('connection', (socket) => socket.once('data', resolve)));
  const line = ask('GET / HTTP/1.1\r\n');
  await arrived;
  const stopped = stop();
  line.socket.write('Host: a\r\n\r\n');
  await Promise.all([stopped, line.ended]);
  expect(line.text()).toContain('done');
});

test('whoever only keeps a connection is not waited for', async () => {
  const stop = await start((_, response) => response.end('done'));
  const line = ask();
  await expect.poll(line.text).toContain('done');
  await Promise.all([stop(), line.ended]);
});

test('what was answered before and is still being read arrives whole', async () => {
  const size = 20_000_000;
  const answered = Promise.withResolvers<void>();
  const stop = await start((_, response) => {
    response.end('x'.repeat(size));
    answered.resolve();
  });
  const line = ask();
  line.socket.pause();
  await answered.promise;
  const stopped = stop();
  line.socket.resume();
  await Promise.all([stopped, line.ended]);
  expect(line.text().length).toBeGreaterThan(size);
});

test('a retiring process answers what its connections still ask, says that it is the last, and leaves the silent in peace', async () => {
  const { retire, finish, isLeaving } = await startLeaving((_, response) => response.end('done'));
  const [busy, silent] = [ask(), ask()];
  await expect.poll(() => [busy.text(), silent.text()].every((text) => text.includes('done'))).toBe(true);
  expect(busy.text()).toMatch(/Connection: keep-alive/i);
  const retired = retire();
  expect(isLeaving()).toBe(true);
  await expect.poll(() => server.listening).toBe(false);
  busy.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await busy.ended;
  expect(busy.text()).toMatch(/Connection: close[\s\S]*done/i);
  expect(silent.socket.destroyed).toBe(false);
  await Promise.all([finish(), retired, silent.ended]);
});

test('an answer that was under way when the process began to leave is the last of its connection', async () => {
  const asked = Promise.withResolvers<() => void>();
  const { retire } = await startLeaving((_, response) => asked.resolve(() => response.end('done')));
  const line = ask();
  const answer = await asked.promise;
  const retired = retire();
  answer();
  await Promise.all([retired, line.ended]);
  expect(line.text()).toMatch(/Connection: close[\s\S]*done/i);
});
