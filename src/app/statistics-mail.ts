/** The link that ends the monthly numbers, as mail programs press it (RFC 8058) and as its page's plain form does. */
import type { Hono } from 'hono';
import { endStatisticsMail, mailEndedMessage } from '#features/statistics/contract.ts';
import { readBodyText } from '#server/http/read-body.ts';
import type { ApiEnv } from '#server/http/serve.ts';
import type { ProblemBody } from '#shared/problem.ts';
import type { CallBindings } from './api.ts';

export function mountStatisticsMail(app: Hono<ApiEnv>): void {
  // Without cookies and without an origin: the token alone says who.
  app.post('/statistics-mail/end', async (c) => {
    c.header('Cache-Control', 'no-store');
    const body = await readBodyText(c.req.raw).catch(() => '');
    const token = c.req.query('token') ?? new URLSearchParams(body).get('token') ?? '';
    const bindings: CallBindings = { ...(c.env as CallBindings), isPlainForm: true };
    const forwarded = c.req.header('x-forwarded-for');
    const headers = { 'Content-Type': 'application/json', ...(forwarded ? { 'X-Forwarded-For': forwarded } : {}) };
    const init = { method: 'POST', headers, body: JSON.stringify({ token }) };
    const response = await app.request(endStatisticsMail.path, init, bindings);
    const isDone = response.ok;
    if (body.includes('One-Click')) {
      const text = isDone ? mailEndedMessage : ((await response.json()) as ProblemBody).message;
      return c.text(text, response.status as 200);
    }
    return c.redirect(isDone ? '/statistics-mail/end?sent=statistics-mail' : '/statistics-mail/end', 303);
  });
}
