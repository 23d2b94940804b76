import { setImmediate } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { Problem, type ProblemCode } from '#shared/problem.ts';
import { announceChange } from './announce-change.ts';
import { dropAfterOwnChanges } from './own-changes.ts';
import { type ApiEnv, mountEndpoints, type RequestVariables, serve } from './serve.ts';

const shut = endpoint({
  method: 'GET',
  path: '/api/shops/{id}',
  who: 'anyone',
  summary: 'A shop',
  params: z.object({ id: z.string() }),
  answer: z.object({}),
  problems: ['conflict'],
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function refusedWith(code: ProblemCode): Promise<unknown> {
  const app = new Hono<ApiEnv>();
  app.use((c, next) => {
    c.set('request', {} as RequestVariables['request']);
    return next();
  });
  const refuse = serve(shut, async () => {
    throw new Problem(code, 'No.');
  });
  mountEndpoints(app, [refuse], () => (_, next) => next());
  let thrown: unknown;
  app.onError((error, c) => {
    thrown = error;
    return c.text('');
  });
  await app.request('/api/shops/1');
  return thrown;
}

it.each(['conflict', 'not_found', 'too_many', 'unavailable'] as const)(
  'lets a handler refuse with %s: it is listed, or follows from the contract',
  async (code) => {
    expect(await refusedWith(code)).toMatchObject({ code, message: 'No.' });
  },
);

it.each(['forbidden', 'signed_out', 'moved', 'csrf'] as const)(
  'takes the refusal %s, which the contract does not list, for a defect',
  async (code) => {
    const told = vi.spyOn(console, 'error').mockReturnValue();
    const text = `GET /api/shops/{id} refuses with '${code}', which its contract does not list`;
    expect(await refusedWith(code)).toEqual(new Error(text));
    expect(told).toHaveBeenCalledWith(text);
  },
);

it('drops what a change outdates before the change is answered, also when the change fails afterwards', async () => {
  const happened: string[] = [];
  dropAfterOwnChanges(async (tags) => {
    await setImmediate();
    happened.push(`dropped ${tags}`);
  });
  onTestFinished(() => dropAfterOwnChanges(undefined));
  const db = { execute: () => Promise.resolve(happened.push('announced')) };
  const change = (path: `/api/${string}`, method: 'GET' | 'POST', run: () => Promise<Record<string, never>>) =>
    serve(
      endpoint({ method, path, who: 'anyone', summary: 'A change', answer: z.object({}), problems: ['conflict'] }),
      run,
    );
  const app = new Hono<ApiEnv>();
  app.use((c, next) => {
    c.set('request', {} as RequestVariables['request']);
    return next();
  });
  mountEndpoints(
    app,
    [
      change('/api/made', 'POST', async () => {
        await announceChange(db, ['notices']);
        await announceChange(db, ['city', 'notices']);
        return {};
      }),
      change('/api/failed', 'POST', async () => {
        await announceChange(db, ['ads']);
        throw new Problem('conflict', 'No.');
      }),
      change('/api/nothing', 'POST', async () => ({})),
      change('/api/read', 'GET', async () => ({})),
    ],
    () => (_, next) => next(),
  );
  app.onError((_, c) => c.text('', 409));
  for (const [method, path] of [
    ['POST', '/api/made'],
    ['POST', '/api/failed'],
    ['POST', '/api/nothing'],
    ['GET', '/api/read'],
  ] as const) {
    const { status } = await app.request(path, { method });
    happened.push(`${path} ${status}`);
  }
  expect(happened).toEqual([
    'announced',
    'announced',
    'dropped notices,city',
    '/api/made 200',
    'announced',
    'dropped ads',
    '/api/failed 409',
    '/api/nothing 200',
    '/api/read 200',
  ]);
});
