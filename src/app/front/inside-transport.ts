/** Reads a page's data from the API inside the process, without a socket. */
import type { Hono } from 'hono';
import type { CallBindings } from '#app/api/api.ts';
import type { InsideCall } from '#server/http/inside-call.ts';
import { type ApiEnv, expiresHeader, tagsHeader } from '#server/http/serve.ts';
import { problemStatus } from '#shared/problem.ts';
import type { ApiResponse, Transport } from '#web/api-client/transport.ts';
import type { SharedAnswer, SharedAnswers } from './shared-answers.ts';

/** The tags under which a page is stored, and the instant until which it is right, in ms. */
export interface Storing {
  tags: Set<string>;
  expiresAt: number;
}

interface InsideOptions {
  app: Hono<ApiEnv>;
  shared: SharedAnswers | undefined;
  env: CallBindings;
  /** The headers of each call: a visitor's cookie. */
  headers: Record<string, string> | undefined;
}

/** Adds the tags and the expiry of each answer to `stored`. */
export function insideTransport({ app, shared, env, headers }: InsideOptions, stored: Storing): Transport {
  return async (path, asked) => {
    const init = headers ? { ...asked, headers } : asked;
    // Data that was read with a visitor's cookie is for nobody else, and somebody who has just changed something reads it anew.
    const isRead = init.method === 'GET' && headers === undefined && env.isFresh !== true;
    const known = isRead ? shared?.find(path) : undefined;
    if (known) {
      for (const tag of known.tags) stored.tags.add(tag);
      return parsedAnswer(known);
    }
    const keep = isRead ? shared?.begin(path) : undefined;
    const inside: InsideCall = {};
    const bindings = { ...env, inside };
    let response = await app.request(path, init, bindings);
    // Follows a redirect, as a browser's fetch does: the call for a former slug names the business's
    // current address.
    const movedTo = response.status === problemStatus.moved ? response.headers.get('location') : null;
    if (movedTo !== null) response = await app.request(movedTo, init, bindings);
    const answerTags = response.headers.get(tagsHeader)?.split(',') ?? [];
    for (const tag of answerTags) stored.tags.add(tag);
    const expires = response.headers.get(expiresHeader);
    if (expires !== null) stored.expiresAt = Math.min(stored.expiresAt, Number(expires));
    if (!response.ok || inside.answer === undefined) return response;
    const made: SharedAnswer = { answer: inside.answer, headers: response.headers, tags: answerTags };
    if (movedTo === null && expires === null) keep?.(made);
    return parsedAnswer(made);
  };
}

function parsedAnswer({ answer, headers }: SharedAnswer): ApiResponse {
  const text = async () => JSON.stringify(answer);
  return { ok: true, status: 200, statusText: '', headers, text, json: async () => answer };
}
