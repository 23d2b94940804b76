/**
 * Stored answers as one piece of bytes, head and all. To put a head together and send it with the body takes node:http longer than
 * all the rest of a stored answer; here that is done once a second, for the Date in it.
 */
import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';

/** An answer whose head and body lie side by side. */
export interface Whole {
  /** The head, then the body. */
  bytes: Buffer;
  bodyAt: number;
  /** Seconds since 1970 that the Date of the head says. */
  second: number;
}

interface WholeParts {
  status: number;
  /** Flat name, value list, Content-Length among them. */
  headers: readonly string[];
  body: Buffer;
  /** The server's, in ms. */
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
  // Always new bytes: those of a second ago may still be on their way to somebody.
  const bytes = Buffer.allocUnsafeSlow(bodyAt + body.length);
  bytes.write(head, 'latin1');
  body.copy(bytes, bodyAt);
  return { bytes, bodyAt, second: Math.floor(now / 1000) };
}

/**
 * Whether this answer may be written to its socket at once: the connection stays open, no answer to an earlier request is still to
 * be written to it, and its reader takes what he is sent. A connection whose last answer has been given takes questions for a moment
 * more, out of turn: to tell node:http that one of those is answered would end the process.
 */
export function canSendWhole({ shouldKeepAlive, socket }: ServerResponse): boolean {
  return shouldKeepAlive && socket !== null && socket.writableLength === 0 && socket.writable;
}

interface Waiting {
  response: ServerResponse;
  bytes: Buffer;
}
let waiting: Waiting[] = [];

/**
 * For an answer that canSendWhole; written once all questions that came at the same time have been read. Readers on the same machine
 * are then woken once for many answers and not for each, which is a tenth of a busy process's time. node:http is told that the answer is
 * over, and goes on to the connection's next request.
 */
export function sendWhole(response: ServerResponse, { bytes }: Whole): void {
  if (waiting.push({ response, bytes }) === 1) setImmediate(writeAll);
}

function writeAll(): void {
  const ready = waiting;
  waiting = [];
  for (const { response, bytes } of ready) {
    const { socket } = response;
    // Whoever has left meanwhile is sent nothing, and node:http knows already.
    if (!socket?.writable) continue;
    socket.write(bytes);
    response.emit('finish');
  }
}
