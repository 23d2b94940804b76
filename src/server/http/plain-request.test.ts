import { expect, test } from 'vitest';
import { readPlainRequest } from './plain-request.ts';

const read = (...lines: string[]) => readPlainRequest(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));

test('a browser asks a plain question', () => {
  const request = read(
    'GET /directory?search=tacos&page=2 HTTP/1.1',
    'Host: localhost:3000',
    'Connection: keep-alive',
    'sec-ch-ua: "Chromium";v="142", "Not A(Brand";v="99"',
    'Upgrade-Insecure-Requests: 1',
    'Accept-Encoding:gzip, deflate, br ',
    'Cookie: theme=dark; a=b',
  );
  expect(request).toEqual({
    target: '/directory?search=tacos&page=2',
    acceptEncoding: 'gzip, deflate, br',
    cookies: 'theme=dark; a=b',
    isConditional: false,
  });
  expect(read('GET / HTTP/1.1', 'HOST:a')).toMatchObject({ target: '/', acceptEncoding: undefined });
});

test.each(['If-None-Match: "x"', 'if-modified-since: x', 'Range: bytes=0-1', 'If-Range: x'])(
  '%s makes the request conditional',
  (header) => {
    expect(read('GET / HTTP/1.1', 'Host: a', header)).toMatchObject({ isConditional: true });
  },
);

test.each([
  ['another method', 'HEAD / HTTP/1.1', 'Host: a'],
  ['a body', 'GET / HTTP/1.1', 'Host: a', 'Content-Length: 5'],
  ['a body of no length', 'GET / HTTP/1.1', 'Host: a', 'content-length: 0'],
  ['a body in pieces', 'GET / HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked'],
  ['a wait', 'GET / HTTP/1.1', 'Host: a', 'EXPECT: 100-continue'],
  ['an upgrade', 'GET / HTTP/1.1', 'Host: a', 'Upgrade: h2c'],
  ['an end', 'GET / HTTP/1.1', 'Host: a', 'Connection: close'],
  ['a connection with more to say', 'GET / HTTP/1.1', 'Host: a', 'Connection: keep-alive, upgrade'],
  ['two words on the connection', 'GET / HTTP/1.1', 'Host: a', 'Connection: keep-alive', 'Connection: close'],
  ['an old proxy', 'GET / HTTP/1.1', 'Host: a', 'Proxy-Connection: close'],
  ['no host', 'GET / HTTP/1.1', 'Accept: */*'],
  ['two hosts', 'GET / HTTP/1.1', 'Host: a', 'host: b'],
  ['two lists of encodings', 'GET / HTTP/1.1', 'Host: a', 'Accept-Encoding: br', 'Accept-Encoding: gzip'],
  ['cookies in two lines', 'GET / HTTP/1.1', 'Host: a', 'Cookie: a=b', 'Cookie: c=d'],
  ['a space before the colon', 'GET / HTTP/1.1', 'Host: a', 'Content-Length : 5'],
  ['a line without a colon', 'GET / HTTP/1.1', 'Host: a', 'nothing'],
  ['a line without a name', 'GET / HTTP/1.1', 'Host: a', ': x'],
  ['a folded line', 'GET / HTTP/1.1', 'Host: a', 'A: b', ' c'],
  ['a tab', 'GET / HTTP/1.1', 'Host: a', 'A:\tb'],
  ['a lone line feed', 'GET / HTTP/1.1', 'Host: a', 'A: b\nContent-Length: 5'],
  ['a lone carriage return', 'GET / HTTP/1.1', 'Host: a', 'A: b\rContent-Length: 5'],
  ['a zero byte', 'GET / HTTP/1.1', 'Host: a', 'A: b\0'],
  ['letters beyond ASCII', 'GET / HTTP/1.1', 'Host: a', 'A: ü'],
  ['letters beyond ASCII in the address', 'GET /ü HTTP/1.1', 'Host: a'],
  ['a space in the address', 'GET /a b HTTP/1.1', 'Host: a'],
  ['a whole address', 'GET http://a/ HTTP/1.1', 'Host: a'],
  ['an older version', 'GET / HTTP/1.0', 'Host: a'],
  ['a newer version', 'GET / HTTP/1.2', 'Host: a'],
  ['no headers', 'GET / HTTP/1.1'],
  ['two requests', 'GET / HTTP/1.1', 'Host: a', '', 'GET / HTTP/1.1', 'Host: a'],
  ['something after it', 'GET / HTTP/1.1', 'Host: a', '', 'more'],
  ['an empty line before it', '', 'GET / HTTP/1.1', 'Host: a'],
  ['a long head', 'GET / HTTP/1.1', 'Host: a', `A: ${'b'.repeat(4_096)}`],
])('a request with %s is not plain', (_what, ...lines) => {
  expect(read(...lines)).toBeUndefined();
});

test('an incomplete request is not plain, wherever it is cut', () => {
  const whole = 'GET /a HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n';
  for (let length = 0; length < whole.length; length++) {
    expect(readPlainRequest(Buffer.from(whole.slice(0, length)))).toBeUndefined();
    expect(readPlainRequest(Buffer.from(whole.slice(length + 1)))).toBeUndefined();
  }
});
