import { Hono } from 'hono';
import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { Problem, type ProblemCode } from '#shared/problem.ts';
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
