/** The HTTP server of a sandbox: the API, the pages, the control routes. It listens on this machine only. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createApi } from './answer-api.ts';
import { type Control, createControl } from './control.ts';
import { ApiError } from './errors.ts';
import { matchPath } from './match-path.ts';
import type { Page, PageAnswer, Resource } from './resource.ts';
import type { Sandbox } from './sandbox.ts';

const maxBytes = 1_000_000;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('The request body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Refuses foreign host names that resolve to this machine (DNS rebinding): another site's page could
 * otherwise reach the sandbox.
 */
function isLoopbackHost(host: string | undefined): boolean {
  return /^(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d+)?$/.test(host ?? '');
}

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, stripe-version, idempotency-key',
  'access-control-max-age': '600',
};

function send(response: ServerResponse, status: number, headers: Record<string, string>, body: string | Buffer = '') {
  response.writeHead(status, { 'cache-control': 'no-store', ...headers });
  response.end(body);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  send(response, status, { 'content-type': 'application/json' }, JSON.stringify(value ?? {}, null, 2));
}

/**
 * Answers `POST /_sandbox/hold` and the like. They need the secret key and a JSON body, so that no web page
 * open in a browser can call them.
 */
function answerControl(sandbox: Sandbox, control: Control, request: IncomingMessage, name: string, body: string) {
  if (request.headers.authorization !== `Bearer ${sandbox.keys.secretKey}`) {
    return { status: 401, value: { message: 'Control routes want the secret key as a bearer token.' } };
  }
  const isRead = name === 'state';
  if (!Object.hasOwn(control, name) || request.method !== (isRead ? 'GET' : 'POST')) {
    return {
      status: 404,
      value: { message: `There is no control '${name}'. There are: ${Object.keys(control).join(', ')}.` },
    };
  }
  try {
    const act = control[name as keyof Control] as (given: unknown) => unknown;
    const value = act(body === '' ? {} : JSON.parse(body));
    if (!isRead) {
      sandbox.save();
      sandbox.isControlled = true;
    }
    return { status: 200, value };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { status: error instanceof ApiError ? error.status : 400, value: { message } };
  }
}

function sendPage(response: ServerResponse, answer: PageAnswer): void {
  const { status, type = 'text/html; charset=utf-8', body = '', redirect, headers = {} } = answer;
  if (redirect !== undefined) send(response, status ?? 303, { ...headers, location: redirect });
  else send(response, status ?? 200, { 'content-type': type, ...headers }, body);
}

interface SandboxServer {
  server: Server;
  control: Control;
}

export function createSandboxServer(sandbox: Sandbox, resources: readonly Resource[]): SandboxServer {
  const pages: Page[] = resources.flatMap((resource) => resource.pages ?? []);
  const routes = resources.flatMap((resource) => resource.routes ?? []);
  const includes = Object.assign({}, ...resources.map((resource) => resource.includes?.(sandbox)));
  const api = createApi(sandbox, routes, includes);
  const control = createControl(sandbox);
  for (const resource of resources) {
    const driven = resource.timeDriven?.(sandbox);
    if (driven) sandbox.clock.add(driven);
    resource.connect?.(sandbox);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? 'GET';
    const url = new URL(request.url ?? '/', 'http://sandbox');
    const path = url.pathname;
    if (!isLoopbackHost(request.headers.host)) {
      sendJson(response, 421, { message: 'This sandbox answers under loopback names only.' });
      return;
    }
    const body = method === 'GET' ? '' : await readBody(request);
    if (method === 'OPTIONS') {
      send(response, 204, corsHeaders);
    } else if (path.startsWith('/v1/')) {
      const result = await api({ method, path, query: url.search.slice(1), body, headers: request.headers });
      if (result.lost) request.socket.destroy();
      else send(response, result.status, result.headers, result.body);
    } else if (path.startsWith('/_sandbox/')) {
      const { status, value } = answerControl(sandbox, control, request, path.slice('/_sandbox/'.length), body);
      sendJson(response, status, value);
    } else {
      const page = matchPath(pages, method, path);
      if (!page) {
        sendPage(response, { status: 404, type: 'text/plain', body: 'The payment sandbox has no such page.' });
        return;
      }
      const form = new URLSearchParams(body);
      const result = page.entry.handle({ sandbox, id: page.id, query: url.searchParams, form });
      if (method !== 'GET') sandbox.save();
      sendPage(response, result);
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (error instanceof ApiError) {
        sendPage(response, { status: error.status, type: 'text/plain', body: error.message });
        return;
      }
      console.error(error);
      if (!response.headersSent) sendJson(response, 500, { message: 'The payment sandbox has a defect.' });
      else response.destroy();
    });
  });
  return { server, control };
}
