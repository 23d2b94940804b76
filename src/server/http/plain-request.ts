/**
 * Reads the commonest kind of request: a GET without a body, whole in one piece of bytes. It takes no request about which two
 * readers could differ; those are for node:http.
 */

export interface PlainRequest {
  target: string;
  acceptEncoding: string | undefined;
  cookies: string | undefined;
  /** It asks for the answer on a condition, or for a part of it. */
  isConditional: boolean;
}

/** Max size of a request head that is read here; most have a tenth of that. */
const maxBytes = 4_096;

/** A head as RFC 9112 has it, with nothing after it: no space before a colon, no folded line, only visible letters and spaces. */
const head = /^GET (\/[!-~]*) HTTP\/1\.1\r\n(?:[!#$%&'*+.^_`|~\w-]+:[ -~]*\r\n)+\r\n$/;

/** Headers that announce a body or change the connection: such requests go to node:http. */
const unusual = new Set([
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const conditions = new Set([
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
]);
/** Each at most once. */
const read = ['host', 'connection', 'accept-encoding', 'cookie'] as const;
type Read = Partial<Record<(typeof read)[number], string>>;

const isRead = (name: string): name is keyof Read => (read as readonly string[]).includes(name);
/** Most headers are none of these, which their length tells fastest. */
const lengths = new Set([...unusual, ...conditions, ...read].map(({ length }) => length));

/** Returns undefined unless the bytes are exactly one plain request. */
export function readPlainRequest(bytes: Buffer): PlainRequest | undefined {
  if (bytes.length > maxBytes) return undefined;
  const text = bytes.toString('latin1');
  const target = head.exec(text)?.[1];
  if (target === undefined) return undefined;
  const found: Read = {};
  let isConditional = false;
  for (let at = text.indexOf('\n') + 1, end = at; at < text.length - 2; at = end + 2) {
    const colon = text.indexOf(':', at);
    end = text.indexOf('\r', colon);
    if (!lengths.has(colon - at)) continue;
    const name = text.slice(at, colon).toLowerCase();
    if (isRead(name)) {
      if (found[name] !== undefined) return undefined;
      found[name] = text.slice(colon + 1, end).trim();
    } else if (unusual.has(name)) return undefined;
    else isConditional ||= conditions.has(name);
  }
  const { host, connection, 'accept-encoding': acceptEncoding, cookie: cookies } = found;
  if (host === undefined || (connection !== undefined && connection.toLowerCase() !== 'keep-alive')) return undefined;
  return { target, acceptEncoding, cookies, isConditional };
}
