/** Two servers with the same answers, one of which answers plain requests without node:http: clients cannot tell them apart. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import {
  answersIn,
  ask,
  brotli,
  get,
  gzip,
  type Line,
  openLine,
  type Site,
  startSite,
  stopSitesAfterAll,
} from '#tests/support/direct-answers.ts';

let slow: Site;
let direct: Site;
stopSitesAfterAll();
beforeAll(async () => {
  [slow, direct] = [await startSite(false), await startSite(true)];
});

const openBoth = async (): Promise<[Line, Line]> => [await openLine(slow), await openLine(direct)];

/** Ends the connection by a last request, where it has not ended before, and returns all that came. */
async function toTheEnd(line: Line): Promise<string> {
  line.socket.write(get('/a', 'Connection: close'));
  await expect.poll(line.isEnded, { interval: 2 }).toBe(true);
  return line.received();
}

test('stored answers leave without node:http, byte for byte as with it', async () => {
  const asked = [
    get('/a', brotli),
    get('/a', 'Connection: keep-alive', brotli),
    get('/b', gzip, 'Cookie: theme=dark'),
    get('/b', brotli, 'Referer: http://a/a'),
    get('/large', 'Accept-Encoding: br;q=0, gzip'),
  ];
  const [viaSlow, viaDirect] = [slow.viaNode(), direct.viaNode()];
  const [hitsSlow, hitsDirect] = [slow.cache.state.hits, direct.cache.state.hits];
  const [one, two] = await openBoth();
  expect(await two.say(...asked)).toBe(await one.say(...asked));
  expect(answersIn(two.received())).toHaveLength(asked.length);
  expect(slow.viaNode() - viaSlow).toBe(asked.length);
  // The first of each connection.
  expect(direct.viaNode() - viaDirect).toBe(1);
  expect(direct.cache.state.hits - hitsDirect).toBe(slow.cache.state.hits - hitsSlow);
});

const post = (body: string, length = body.length) =>
  `POST /api/say HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${body}`;
/** A whole request, as somebody's body. */
const within = ask('/b');
const asChunk = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

/** After each of them /a and /b are asked for once more. */
const conversations: [string, ...string[]][] = [
  ['a condition', ask('/a', 'If-None-Match: *'), ask('/a')],
  ['a browser that has just written', ask('/a', 'Cookie: wrote=1'), ask('/a')],
  ['what is not stored', ask('/api/who', 'Cookie: a=b'), ask('/a'), ask('/none'), ask('/a')],
  ['a form', post('tacos'), ask('/a')],
  ['a form in pieces', post('', 2 * within.length), within, within],
  ['a body that looks like a question', ask('/a', `Content-Length: ${within.length}`), within],
  ['a chunk that looks like one', ask('/a', 'Transfer-Encoding: chunked'), asChunk(within)],
  ['the inside of a chunk', ask('/a', 'Transfer-Encoding: chunked'), '64\r\n', within, 'x'.repeat(100 - within.length)],
  ['the end of a head that looks like one', 'GET /b HTTP/1.1\r\nHost: a\r\nX-A: ', ask('/a')],
  ['two at once', ask('/a') + ask('/b'), ask('/a')],
  ['one and a half', `${ask('/a')}GET /b HT`, 'TP/1.1\r\nHost: a\r\n\r\n'],
  ['an empty line before', `\r\n${ask('/b')}`],
  ['HEAD', 'HEAD /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['an end', ask('/b', 'Connection: close')],
  ['HTTP/1.0', 'GET /b HTTP/1.0\r\n\r\n'],
  ['a wait', ask('/a', 'Expect: 100-continue')],
  ['no host', 'GET /a HTTP/1.1\r\nAccept: x\r\n\r\n'],
  ['nonsense', '\0\x01\xff'],
  ['two lengths', ask('/a', 'Content-Length: 0', 'Content-Length: 5')],
  ['a length and chunks', ask('/a', 'Content-Length: 5', 'Transfer-Encoding: chunked')],
  ['a space before a colon', ask('/a', 'Content-Length : 5')],
  ['a folded line', ask('/a', 'X-A: b\r\n Content-Length: 5')],
  ['line feeds alone', 'GET /a HTTP/1.1\nHost: a\n\n'],
  ['an upgrade', ask('/a', 'Connection: Upgrade', 'Upgrade: websocket')],
  ['a long head', ask('/a', `X-A: ${'b'.repeat(5_000)}`)],
  ['a head that is too long', ask('/a', `X-A: ${'b'.repeat(20_000)}`)],
];

test.each(conversations)('%s is answered as by node:http', async (_what, ...pieces) => {
  const [one, two] = await openBoth();
  for (const line of [one, two]) await line.say(ask('/a'), ask('/b'), ...pieces, ask('/a'), ask('/b'));
  expect(answersIn(await toTheEnd(two))).toEqual(answersIn(await toTheEnd(one)));
});

test.each(conversations)('%s as the first is answered as by node:http', async (_what, ...pieces) => {
  const [one, two] = await openBoth();
  for (const line of [one, two]) await line.say(...pieces, ask('/a'), ask('/b'));
  expect(answersIn(await toTheEnd(two))).toEqual(answersIn(await toTheEnd(one)));
});

/** The same numbers each time, between 0 and 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('however requests are put together and cut, the answers are those of node:http', async () => {
  const kinds = [
    ask('/a'),
    ask('/b'),
    ask('/a'),
    ask('/api/who'),
    ask('/a', 'If-None-Match: *'),
    ask('/a', `Content-Length: ${within.length}`) + within,
    ask('/b', 'Transfer-Encoding: chunked') + asChunk(within),
    post(within),
  ];
  for (let seed = 1; seed <= 30; seed++) {
    const roll = dice(seed);
    const requests = Array.from({ length: 8 }, () => kinds[Math.floor(roll() * kinds.length)] ?? '');
    const pieces: string[] = [];
    // Most cuts are where a head ends, some anywhere.
    for (let rest = [ask('/a'), ...requests, ask('/b', 'Connection: close')].join(''); rest !== ''; ) {
      const end = roll() < 0.7 ? rest.indexOf('\r\n\r\n') + 4 : 1 + Math.floor(roll() * 200);
      pieces.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
    const heard = (await openBoth()).map(async (line) => {
      for (const piece of pieces) {
        line.socket.write(piece);
        await sleep(2);
      }
      await expect.poll(line.isEnded, { interval: 2 }).toBe(true);
      return answersIn(line.received());
    });
    const [one, two] = await Promise.all(heard);
    expect(two).toEqual(one);
    expect(two, String(seed)).toHaveLength(10);
  }
});
