/** Talks to the HTTP app as one visitor's browser does: keeps cookies, sends its origin and tokens. */
import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import type { ApiEnv } from '#server/http/serve.ts';
import type { ProblemBody } from '#shared/problem.ts';

interface Call {
  body?: unknown;
  headers?: Record<string, string>;
  /** False drops the CSRF token. */
  token?: false;
  /** False drops the Idempotency-Key. */
  key?: false;
}

export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #app: Hono<ApiEnv>;
  readonly #address: string;

  /** @param address the network address that the site sees through its one trusted proxy */
  constructor(app: Hono<ApiEnv>, address = '192.0.2.1') {
    this.#app = app;
    this.#address = address;
  }

  /** Sends this session: a token that aSession (tests/factories) made. */
  withSession(token: string): this {
    this.cookies.set('session', token);
    this.cookies.delete('csrf-token');
    return this;
  }

  async request(method: string, path: string, init: { headers?: Record<string, string>; body?: BodyInit } = {}) {
    const response = await this.#app.request(`http://oakbend.example${path}`, {
      method,
      headers: {
        Host: 'oakbend.example',
        'X-Forwarded-For': this.#address,
        ...(this.cookies.size === 0 ? {} : { Cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') }),
        ...init.headers,
      },
      // fetch requires 'half' for a streamed body.
      ...(init.body === undefined ? {} : { body: init.body, duplex: 'half' }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      if (/; Max-Age=0\b/.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.request('GET', path, { headers });
  }

  /** Writes as the site's own script does. */
  post(path: string, call: Call = {}): Promise<Response> {
    return this.write('POST', path, call);
  }

  /** The same with any method. */
  async write(method: string, path: string, { body, headers, token, key }: Call = {}): Promise<Response> {
    if (token !== false && !this.cookies.has('csrf-token')) await this.get('/api/csrf-token');
    return this.request(method, path, {
      headers: {
        Origin: 'http://oakbend.example',
        'Sec-Fetch-Site': 'same-origin',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        // A key of its own for each call, as the pages send it.
        ...(method === 'POST' && key !== false ? { 'Idempotency-Key': randomUUID() } : {}),
        ...(token === false ? {} : { 'X-CSRF-Token': this.cookies.get('csrf-token') ?? '' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isSentAsIs(body) ? body : JSON.stringify(body) }),
    });
  }

  /** Sends a form as a browser without script does. */
  submit(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return this.request('POST', path, {
      headers: {
        Origin: 'http://oakbend.example',
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body: new URLSearchParams(fields).toString(),
    });
  }
}

const isSentAsIs = (body: unknown): body is BodyInit =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;

export async function problemOf(response: Response): Promise<ProblemBody & { status: number }> {
  return { status: response.status, ...((await response.json()) as ProblemBody) };
}
