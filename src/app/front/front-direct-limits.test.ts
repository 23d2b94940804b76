/** Connections on which stored answers leave without node:http keep its limits, and end as others do. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import {
  answersIn,
  ask,
  filling,
  get,
  gzip,
  type Line,
  openLine,
  type Site,
  startSite,
  stopSitesAfterAll,
} from '#tests/support/direct-answers.ts';

let site: Site;
stopSitesAfterAll();
beforeAll(async () => {
  site = await startSite(true);
});

/** A connection that has had three answers, two of them directly. */
async function directLine(of = site): Promise<Line> {
  const line = await openLine(of);
  const before = of.viaNode();
  await line.say(ask('/a'), ask('/a'), ask('/b'));
  await expect.poll(() => answersIn(line.received()).length).toBe(3);
  expect(of.viaNode() - before).toBe(1);
  return line;
}

test('a connection ends after the time that its answers name', async () => {
  const line = await directLine();
  expect(line.end.timeout).toBe(61_000);
  const hasty = await openLine(await startSite(true, { keepAliveTimeout: 300, keepAliveTimeoutBuffer: 0 }));
  await hasty.say(ask('/a'), ask('/a'));
  await expect.poll(hasty.isEnded).toBe(true);
});

test('half a head is not waited for longer than elsewhere', async () => {
  const line = await directLine(await startSite(true, { headersTimeout: 200, connectionsCheckingInterval: 20 }));
  line.socket.write('GET /a HTTP/1.1\r\n');
  await expect.poll(line.isEnded).toBe(true);
  expect(answersIn(line.received())[3]?.head).toContain('HTTP/1.1 408 Request Timeout');
});

test('an idle connection without a request times out, too', async () => {
  const line = await openLine(await startSite(true, { headersTimeout: 200, connectionsCheckingInterval: 20 }));
  await expect.poll(line.isEnded).toBe(true);
  expect(line.received()).toMatch(/^HTTP\/1\.1 408 /);
});

test('a site that is about to end says so with the next answer', async () => {
  const ending = await startSite(true);
  const line = await directLine(ending);
  const retired = ending.leaving.retire();
  line.socket.write(ask('/a'));
  await expect.poll(line.isEnded).toBe(true);
  const [first, , , last] = answersIn(line.received());
  expect(last?.head).toContain('Connection: close');
  expect(last?.body).toBe(first?.body);
  await retired;
});

test('a client that stops reading pauses its connection; once it reads again, it gets every response in order', async () => {
  const line = await directLine();
  line.socket.pause();
  const large = get('/large', 'Accept-Encoding: identity');
  let asked = 0;
  // The system keeps some answers for a reader who does not read, more or fewer by machine and load.
  for (; !line.end.isPaused() && asked < 2_000; asked++) {
    line.socket.write(large);
    await sleep(2);
  }
  expect(line.end.isPaused()).toBe(true);
  expect(line.end.writableLength).toBeLessThan(3 * filling.length);
  line.socket.resume();
  await expect.poll(() => answersIn(line.received()).length, { timeout: 20_000 }).toBe(3 + asked);
  for (const { body } of answersIn(line.received()).slice(3)) expect(body).toBe(filling);
});

test('4,000 pipelined requests of a client that does not read yet are all answered', async () => {
  const line = await directLine();
  line.socket.pause();
  const asked = 4_000;
  for (let times = 0; times < asked; times++) line.socket.write(get('/large', gzip));
  line.socket.resume();
  await expect.poll(() => answersIn(line.received()).length, { timeout: 20_000 }).toBe(3 + asked);
});

test('clients that disconnect between request and response harm nobody', async () => {
  const lines = await Promise.all(Array.from({ length: 10 }, () => openLine(site)));
  for (const line of lines) await line.say(ask('/a'), ask('/b'));
  for (const { socket } of lines) {
    socket.write(ask('/b'));
    socket.resetAndDestroy();
  }
  await expect.poll(() => lines.every(({ end }) => end.destroyed)).toBe(true);
  await directLine();
});

test('each connection has one reader, ours or that of node:http', async () => {
  const line = await directLine();
  const [ours] = line.end.listeners('data');
  expect(line.end.listenerCount('data')).toBe(1);
  await line.say(`${ask('/a')}${ask('/b')}`);
  expect(line.end.listenerCount('data')).toBe(1);
  expect(line.end.listeners('data')[0]).not.toBe(ours);
});
