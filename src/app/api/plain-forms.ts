/**
 * Handles the site's forms from browsers without script: checks their origin, makes the same API call as the
 * page's script, and answers with a page. Nothing of it is stored.
 */

import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { callKeyHeader } from '#server/http/carry-out-once.ts';
import { checkOrigin } from '#server/http/csrf.ts';
import { asProblem } from '#server/http/problems.ts';
import { readBodyText } from '#server/http/read-body.ts';
import type { ApiEnv, Services } from '#server/http/serve.ts';
import { type EndpointShape, fillPath } from '#shared/endpoint.ts';
import { errorsByField } from '#shared/errors-by-field.ts';
import type { FormRequest, OneClickForm, PlainForm } from '#shared/plain-form.ts';
import { Problem, type ProblemBody, problemStatus } from '#shared/problem.ts';
import type { PlainFormResult } from '#web/ui/plain-form.tsx';
import type { CallBindings } from './api.ts';
import { formDone, oneClickForms, plainForms } from './form-list.ts';
import { noteRefusal } from './note-refusal.ts';

/** The values of these fields are never sent back. */
const secretFields = ['password', 'confirmPassword'];

type ShowPage = (c: Context<ApiEnv>, url: string, form: PlainFormResult, status: number) => Promise<Response>;

/** The result that a page with `?sent=` shows in place of the form; null for an unknown mark. */
export function doneForm(sent: string | null): PlainFormResult | null {
  const found = formDone(sent);
  return found && { ...found, done: true, fields: {}, values: {} };
}

export function mountPlainForms(app: Hono<ApiEnv>, services: Services, showPage: ShowPage): void {
  for (const form of plainForms) mountPlainForm(app, form, services, showPage);
  for (const form of oneClickForms) mountOneClickForm(app, form, showPage);
}

function mountPlainForm(app: Hono<ApiEnv>, form: PlainForm, { db, env, log }: Services, showPage: ShowPage): void {
  app.post(form.action, async (c) => {
    c.header('Cache-Control', 'no-store');
    const request = formRequest(c);
    const page = form.page?.(request) ?? form.action;
    let values: Record<string, string> = {};
    try {
      checkOrigin(c.req.raw.headers, env.siteUrl);
      values = await readValues(c, form.fields);
      const body = form.body((form.schema ? parseForm(form.schema, values) : values) as never, request);
      await call(app, c, form.endpoint, body, form.isSignIn);
      return c.redirect(withSent(form.donePage?.(request) ?? page, form.mark), 303);
    } catch (error) {
      const problem = asProblem(error);
      // From this handler's own check of the origin. The call has noted all other refusals.
      if (problem.code === 'csrf') noteRefusal(c, problem, { db, env, log }, () => form.action);
      if (problem.code === 'internal') log.error({ err: error, path: c.req.path }, 'a form failed');
      if (problem.retryAfterSeconds !== undefined) c.header('Retry-After', String(problem.retryAfterSeconds));
      for (const name of secretFields) delete values[name];
      const fields = problem.fields ?? {};
      const result = { form: form.form, done: false, message: wholeMessage(problem.message, fields), fields, values };
      return showPage(c, page, result, problem.status);
    }
  });
}

function mountOneClickForm(app: Hono<ApiEnv>, form: OneClickForm, showPage: ShowPage): void {
  app.post(form.action, async (c) => {
    c.header('Cache-Control', 'no-store');
    const body = await readBodyText(c.req.raw).catch(() => '');
    const isByMailProgram = body.includes('One-Click');
    const request = formRequest(c);
    const token = request.url.searchParams.get('token') ?? new URLSearchParams(body).get('token') ?? '';
    request.url.searchParams.set('token', token);
    const page = form.page(request);
    try {
      await call(app, c, form.endpoint, { token });
      return isByMailProgram ? c.text(form.doneMessage) : c.redirect(withSent(page, form.mark), 303);
    } catch (error) {
      const problem = asProblem(error);
      if (isByMailProgram) return c.text(problem.message, problem.status as 404);
      if (form.refusedPage !== undefined) return c.redirect(form.refusedPage, 303);
      const result = { form: form.form, done: false, message: problem.message, fields: {}, values: {} };
      return showPage(c, page, result, problem.status);
    }
  });
}

/** Says every mistake at the top of a page that comes back, because nothing leads from one field to the next without script. */
function wholeMessage(message: string, fields: Record<string, string>): string {
  const texts = [...new Set(Object.values(fields))];
  return texts.length > 1 ? texts.map((text) => text.replace(/[.]?$/, '.')).join(' ') : message;
}

function formRequest(c: Context): FormRequest {
  return { url: new URL(c.req.url), params: c.req.param(), referrer: ownReferrer(c) };
}

function parseForm(schema: z.ZodMiniType, values: Record<string, string>): unknown {
  const result = z.safeParse(schema, values);
  if (result.success) return result.data;
  const fields = errorsByField(result.error);
  throw new Problem('invalid', result.error.issues[0]?.message ?? 'Please check the form.', { fields });
}

async function readValues(c: Context, fields: readonly string[]): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
    throw new Problem('wrong_type', 'Please send the form from its page.');
  }
  const sent = new URLSearchParams(await readBodyText(c.req.raw));
  // A missing field is refused like an empty one, with a sentence for people.
  return Object.fromEntries(fields.map((name) => [name, sent.get(name) ?? '']));
}

/**
 * Calls the API inside the process, for the client who sent the form. @throws Problem with the API's refusal
 */
async function call(
  app: Hono<ApiEnv>,
  c: Context<ApiEnv>,
  endpoint: EndpointShape,
  body: unknown,
  isSignIn = false,
): Promise<void> {
  const passedOn = ['x-forwarded-for', ...(isSignIn ? ['cookie', 'user-agent'] : [])];
  const bindings: CallBindings = { ...(c.env as CallBindings), isPlainForm: true };
  const content = JSON.stringify(body);
  const response = await app.request(
    fillPath(endpoint.path, c.req.param()),
    {
      method: endpoint.method,
      headers: {
        'Content-Type': 'application/json',
        [callKeyHeader]: contentKey(c, content),
        ...Object.fromEntries(
          passedOn.flatMap((name) => {
            const value = c.req.header(name);
            return value === undefined ? [] : [[name, value]];
          }),
        ),
      },
      body: content,
    },
    bindings,
  );
  if (isSignIn) {
    for (const cookie of response.headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
  }
  if (response.ok) return;
  const { code, message, fields } = (await response.json()) as ProblemBody;
  const retryAfter = response.headers.get('retry-after');
  throw new Problem(Object.hasOwn(problemStatus, code) ? (code as keyof typeof problemStatus) : 'internal', message, {
    ...(fields ? { fields } : {}),
    ...(retryAfter === null ? {} : { retryAfterSeconds: Number(retryAfter) }),
  });
}

/**
 * Stored pages are the same bytes for everybody, so their forms cannot bring a key: the same words from the same network within a
 * day are the same sending.
 */
function contentKey(c: Context<ApiEnv>, content: string): string {
  const network = (c.env as CallBindings | undefined)?.incoming?.socket.remoteAddress ?? '';
  const forwarded = c.req.header('x-forwarded-for') ?? '';
  return createHash('sha256')
    .update(JSON.stringify([network, forwarded, content]))
    .digest('base64url');
}

/** Our page on which the form stood; undefined when the browser does not say, or names another site. */
function ownReferrer(c: Context): string | undefined {
  const referrer = c.req.header('referer') ?? '';
  if (!URL.canParse(referrer)) return undefined;
  const { host, pathname, search } = new URL(referrer);
  // '//evil.example' as a path would redirect to another site.
  return host === c.req.header('host') && !/^\/[/\\]/.test(pathname) ? pathname + search : undefined;
}

function withSent(page: string, mark: string | undefined): string {
  if (mark === undefined) return page;
  const { pathname, searchParams, hash } = new URL(page, 'http://page.invalid');
  searchParams.set('sent', mark);
  return `${pathname}?${searchParams}${hash}`;
}
