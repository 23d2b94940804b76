/**
 * Sends stored answers as one piece of bytes, head included. Building a head and sending it with the body
 * takes node:http longer than all the rest of a stored answer; here it happens once a second, because of its
 * Date.
 */
import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';

/** An answer whose head and body lie side by side. */
export interface Whole {
  /** The head, then the body. */
  bytes: Buffer;
  bodyAt: number;
  /** The time in the head's Date, in seconds since 1970. */
  second: number;
}

interface WholeParts {
  status: number;
  /** A flat list of names and values, including Content-Length. */
  headers: readonly string[];
  body: Buffer;
  /** The server's setting, in ms. */
  keepAliveTimeoutMs: number;
  now: number;
}

/** @throws TypeError on a header that may not be sent, as node:http does */
export function wholeAnswer({ status, headers, body, keepAliveTimeoutMs, now }: WholeParts): Whole {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (let at = 0; at < headers.length; at += 2) {
    const [name, value] = [headers[at] ?? '', headers[at + 1] ?? ''];
    validateHeaderName(name);
    validateHeaderValue(name, value);
    head += `${name}: ${value}\r\n`;
  }
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeoutMs / 1000)}\r\n`;
  head += `Date: ${new Date(now).toUTCString()}\r\n${keepAlive}\r\n`;
  const bodyAt = head.length;
  // Always a new buffer: the one of a second ago may still be on its way to somebody.
  const bytes = Buffer.allocUnsafeSlow(bodyAt + body.length);
  bytes.write(head, 'latin1');
  body.copy(bytes, bodyAt);
  return { bytes, bodyAt, second: Math.floor(now / 1000) };
}

/**
 * Tells whether this answer may be written to its socket at once: the connection stays open, no earlier
 * answer is still to be written, and the client is reading. A connection whose last answer has been given
 * still accepts requests for a moment; telling node:http that one of those is answered would end the process.
 */
export function canSendWhole({ shouldKeepAlive, socket }: ServerResponse): boolean {
  return shouldKeepAlive && socket !== null && socket.writableLength === 0 && socket.writable;
}

interface Waiting {
  socket: Socket;
  bytes: Buffer;
  written: () => void;
}
let waiting: Waiting[] = [];

/**
 * For an answer that passes canSendWhole. node:http is told that it is over and goes on to the connection's next request.
 */
export function sendWhole(response: ServerResponse, { bytes }: Whole): void {
  // node:http knows already when a client has left.
  if (response.socket) writeSoon(response.socket, bytes, () => response.emit('finish'));
}

/**
 * Writes to a socket that has nothing to send, once all requests that came at the same time have been read. Clients on the
 * same machine then wake once for many answers, which saves a tenth of a busy process's time.
 * @param written is not called when the client has left
 */
export function writeSoon(socket: Socket, bytes: Buffer, written: () => void): void {
  if (waiting.push({ socket, bytes, written }) === 1) setImmediate(writeWaiting);
}

/** For whoever has to write after them. */
export function writeWaiting(): void {
  const ready = waiting;
  waiting = [];
  for (const { socket, bytes, written } of ready) {
    if (!socket.writable) continue;
    socket.write(bytes);
    written();
  }
}
