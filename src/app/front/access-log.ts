/**
 * One line for each answer in the Combined Log Format, as Apache and nginx write it and as GoAccess and others read it. It names the
 * visitor's network only, and no address's query: tokens and search words stand there. Refusals with whole addresses are in the
 * security log.
 */
import { createWriteStream } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { clientAddress } from '#server/http/client-address.ts';
import type { Log } from '#server/log.ts';

/** As nginx writes it for somebody who left before the answer. */
const leftEarly = 499;
const flushEveryMs = 250;
/** A disk that takes nothing must not fill the memory. */
const maxWaitingBytes = 8 * 1024 * 1024;
const maxFieldLength = 500;

interface AccessLog {
  /** Wraps a listener, whose answers are then logged. */
  around: (listener: RequestListener) => RequestListener;
  close: () => Promise<void>;
}

interface Options {
  file: string;
  trustedProxies: number;
  /** Beginnings of paths that go on with a token. */
  secretPaths: readonly string[];
  log: Log;
}

export function openAccessLog({ file, trustedProxies, secretPaths, log }: Options): AccessLog {
  const stream = createWriteStream(file, { flags: 'a', mode: 0o640 });
  let lines = '';
  let isTold = false;
  const tell = (reason: string) => {
    if (!isTold) log.warn({ part: 'access log', reason }, 'lines of the access log are lost');
    isTold = true;
  };
  stream.on('error', ({ message }) => tell(message));
  const flush = () => {
    if (lines === '') return;
    if (stream.writableLength > maxWaitingBytes) tell('the disk is too slow');
    else if (!stream.destroyed) stream.write(lines);
    lines = '';
  };
  const timer = setInterval(flush, flushEveryMs).unref();

  function follow(request: IncomingMessage, response: ServerResponse): void {
    const at = new Date();
    const sentBefore = request.socket.bytesWritten;
    const address = networkOf(
      clientAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']?.toString(), trustedProxies),
    );
    let isNoted = false;
    const note = (status: number) => {
      if (isNoted) return;
      isNoted = true;
      const bytes = request.socket.bytesWritten - sentBefore;
      lines += lineOf(request, { at, address, status, bytes, secretPaths });
    };
    response.once('finish', () => note(response.statusCode));
    response.once('close', () => note(leftEarly));
  }

  return {
    around: (listener) => (request, response) => {
      follow(request, response);
      listener(request, response);
    },
    close: () => {
      clearInterval(timer);
      flush();
      return new Promise((done) => {
        if (stream.destroyed) return done();
        stream.once('close', () => done());
        stream.end();
      });
    },
  };
}

interface Answer {
  at: Date;
  address: string;
  status: number;
  /** Head and body. */
  bytes: number;
  secretPaths: readonly string[];
}

function lineOf(request: IncomingMessage, { at, address, status, bytes, secretPaths }: Answer): string {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const secret = secretPaths.find((start) => path.startsWith(start));
  const asked = `${request.method} ${secret ? `${secret}...` : path} HTTP/${request.httpVersion}`;
  const from = refererOf(request.headers.referer);
  const agent = request.headers['user-agent'] ?? '-';
  return `${address} - - [${clockOf(at)}] "${plain(asked)}" ${status} ${bytes} "${plain(from)}" "${plain(agent)}"\n`;
}

/** '24/Nov/2026:09:41:07 +0000' */
function clockOf(at: Date): string {
  const [, day, month, year, time] = /(\d\d) (\w{3}) (\d{4}) ([\d:]{8})/.exec(at.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}

/** Only the site: the rest may be private. */
function refererOf(referer: string | undefined): string {
  return referer === undefined ? '-' : (/^https?:\/\/[^/?#\s]+/i.exec(referer)?.[0] ?? '-');
}

/** Nobody may write a line of their own, or end a field early. */
const plain = (text: string): string =>
  text
    .slice(0, maxFieldLength)
    .replaceAll(/["\\\p{Cc}]/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** '203.0.113.0' for 203.0.113.7, '2001:db8:1::' for 2001:db8:1:2::3: enough to count visitors, too little to name one. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address.replace(/\.\d+$/, '.0');
  const [head = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  return `${groups.slice(0, 3).join(':')}::`;
}
