/**
 * The site's forms as a browser without script sends them: each is checked by where it comes from, makes the same call of
 * the API as the page's script would, and is answered with a page. Nothing of it is stored.
 */
import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import {
  askForReset,
  passwordChangedMessage,
  ResetForm,
  resetPassword,
  resetSentMessage,
} from '#features/accounts/mail-links-contract.ts';
import { nextPage } from '#features/accounts/next-page.ts';
import { logIn, register, SignUpForm } from '#features/accounts/sign-in-contract.ts';
import { ContactForm, composeContactMessage, sendContactMessage } from '#features/contact/contract.ts';
import {
  confirmSuggestion,
  suggestEvent,
  suggestionConfirmedMessage,
  suggestionSentMessage,
} from '#features/events/suggestion-contract.ts';
import { topics } from '#features/newsletter/blocks.ts';
import {
  subscribedMessage,
  subscribeToNewsletter,
  unsubscribedMessage,
  unsubscribeFromNewsletter,
} from '#features/newsletter/contract.ts';
import {
  confirmedMessage,
  confirmSubscription,
  preferencesSavedMessage,
  savePreferences,
} from '#features/newsletter/reader-contract.ts';
import { reportBusiness, reportSentMessage } from '#features/reports/contract.ts';
import { mailEndedMessage } from '#features/statistics/contract.ts';
import { checkOrigin } from '#server/http/csrf.ts';
import { asProblem } from '#server/http/problems.ts';
import { readBodyText } from '#server/http/read-body.ts';
import type { ApiEnv, Services } from '#server/http/serve.ts';
import { type EndpointShape, fillPath } from '#shared/endpoint.ts';
import { Problem, type ProblemBody, problemStatus } from '#shared/problem.ts';
import type { PlainFormResult } from '#web/ui/plain-form.tsx';
import type { CallBindings } from './api.ts';

interface PlainForm {
  /** What the page knows it by. */
  form: string;
  action: string;
  /** What it may send; all else is dropped. */
  fields: readonly string[];
  endpoint: EndpointShape;
  /** The call's body. @throws Problem 'invalid' when the form asks for more than the call does */
  body: (values: Record<string, string>, c: Context) => unknown;
  /** Path and query of the page that has the form, where that is not its action. */
  page?: (c: Context) => string;
  /** Marks that page's address once it is done; or, as a function, leads to another page. */
  sent: string | ((c: Context) => string);
  /** Comes with the browser's cookies and takes back what the call sets. */
  isSignIn?: true;
}

/** What is typed into these is never sent back. */
const secretFields = ['password', 'confirmPassword'];

type ShowPage = (c: Context<ApiEnv>, url: string, form: PlainFormResult, status: number) => Promise<Response>;

const forms: readonly PlainForm[] = [
  {
    form: 'contact',
    action: '/contact',
    fields: ['name', 'email', 'phone', 'subject', 'message'],
    endpoint: sendContactMessage,
    body: (values) => composeContactMessage(parseForm(ContactForm, values)),
    sent: '1',
  },
  {
    form: 'newsletter',
    action: '/newsletter',
    fields: ['email'],
    endpoint: subscribeToNewsletter,
    body: (values) => values,
    page: (c) => ownReferrer(c) ?? '/',
    sent: 'newsletter',
  },
  {
    form: 'report',
    action: '/business/:slug/report',
    fields: ['reason', 'text', 'email'],
    endpoint: reportBusiness,
    body: (values) => values,
    page: (c) => `/business/${encodeURIComponent(c.req.param('slug') ?? '')}`,
    sent: 'report',
  },
  {
    form: 'preferences',
    action: '/newsletter/preferences',
    fields: topics,
    endpoint: savePreferences,
    body: (values, c) => ({ token: tokenOf(c), topics: topics.filter((topic) => values[topic] !== '') }),
    page: (c) => `/newsletter/preferences?${new URLSearchParams({ token: tokenOf(c) })}`,
    sent: 'preferences',
  },
  {
    form: 'confirm',
    action: '/newsletter/confirm',
    fields: [],
    endpoint: confirmSubscription,
    body: (_, c) => ({ token: tokenOf(c) }),
    page: (c) => `/newsletter/confirm?${new URLSearchParams({ token: tokenOf(c) })}`,
    sent: 'confirm',
  },
  {
    form: 'suggestion',
    action: '/events/suggest',
    fields: [
      ...['title', 'category', 'allDay', 'startsOn', 'startTime', 'endsOn', 'endTime', 'location'],
      ...['description', 'url', 'senderName', 'senderEmail', 'message'],
    ],
    endpoint: suggestEvent,
    body: (values) => values,
    sent: 'suggestion',
  },
  {
    form: 'confirm-suggestion',
    action: '/events/confirm',
    fields: ['token'],
    endpoint: confirmSuggestion,
    body: (values) => values,
    page: (c) => `/events/confirm?${new URLSearchParams({ token: tokenOf(c) })}`,
    sent: 'suggestion-confirmed',
  },
  {
    form: 'login',
    action: '/login',
    fields: ['email', 'password'],
    endpoint: logIn,
    body: (values) => values,
    sent: (c) => nextPage(new URL(c.req.url)),
    isSignIn: true,
  },
  {
    form: 'signup',
    action: '/signup',
    fields: ['username', 'email', 'password', 'confirmPassword'],
    endpoint: register,
    body: (values) => parseForm(SignUpForm, values),
    sent: (c) => nextPage(new URL(c.req.url)),
    isSignIn: true,
  },
  {
    form: 'reset-request',
    action: '/reset-password',
    fields: ['email'],
    endpoint: askForReset,
    body: (values) => values,
    sent: 'reset-request',
  },
  {
    form: 'new-password',
    action: '/reset-password/new',
    fields: ['password', 'confirmPassword'],
    endpoint: resetPassword,
    body: (values, c) => ({ token: tokenOf(c), password: parseForm(ResetForm, values).password }),
    page: (c) => `/reset-password?${new URLSearchParams({ token: tokenOf(c) })}`,
    sent: () => '/reset-password?sent=new-password',
    isSignIn: true,
  },
];

const tokenOf = (c: Context) => c.req.query('token') ?? '';

/** What a page that was asked for with `?sent=` shows where the form was; null when the mark is none of ours. */
export function doneForm(sent: string | null): PlainFormResult | null {
  const done = (form: string, message: string) => ({ form, done: true, message, fields: {}, values: {} });
  if (sent === 'newsletter') return done(sent, subscribedMessage);
  if (sent === 'report') return done(sent, reportSentMessage);
  if (sent === 'preferences') return done(sent, preferencesSavedMessage);
  if (sent === 'confirm') return done(sent, confirmedMessage);
  if (sent === 'suggestion') return done(sent, suggestionSentMessage);
  if (sent === 'suggestion-confirmed') return done('confirm-suggestion', suggestionConfirmedMessage);
  if (sent === 'unsubscribe') return done(sent, unsubscribedMessage);
  if (sent === 'reset-request') return done(sent, resetSentMessage);
  if (sent === 'new-password') return done(sent, passwordChangedMessage);
  if (sent === 'statistics-mail') return done(sent, mailEndedMessage);
  return null;
}

export function mountPlainForms(app: Hono<ApiEnv>, { env, log }: Services, showPage: ShowPage): void {
  for (const form of forms) {
    const { page = () => form.action } = form;
    app.post(form.action, async (c) => {
      c.header('Cache-Control', 'no-store');
      let values: Record<string, string> = {};
      try {
        checkOrigin(c.req.raw.headers, env.siteUrl);
        values = await readValues(c, form.fields);
        await call(app, c, form.endpoint, form.body(values, c), form.isSignIn);
        return c.redirect(typeof form.sent === 'string' ? withSent(page(c), form.sent) : form.sent(c), 303);
      } catch (error) {
        const problem = asProblem(error);
        if (problem.code === 'internal') log.error({ err: error, path: c.req.path }, 'a form failed');
        if (problem.retryAfterSeconds !== undefined) c.header('Retry-After', String(problem.retryAfterSeconds));
        for (const name of secretFields) delete values[name];
        const result = { form: form.form, done: false, message: problem.message, fields: problem.fields ?? {}, values };
        return showPage(c, page(c), result, problem.status);
      }
    });
  }

  // Mail programs press this button by themselves (RFC 8058): without cookies, without an origin, not to be redirected.
  app.post('/newsletter/unsubscribe', async (c) => {
    c.header('Cache-Control', 'no-store');
    const body = await readBodyText(c.req.raw).catch(() => '');
    const token = c.req.query('token') ?? new URLSearchParams(body).get('token') ?? '';
    const page = `/newsletter/unsubscribe?${new URLSearchParams({ token })}`;
    try {
      await call(app, c, unsubscribeFromNewsletter, { token });
      return body.includes('One-Click') ? c.text(unsubscribedMessage) : c.redirect(withSent(page, 'unsubscribe'), 303);
    } catch (error) {
      const problem = asProblem(error);
      if (body.includes('One-Click')) return c.text(problem.message, problem.status as 404);
      const result = { form: 'unsubscribe', done: false, message: problem.message, fields: {}, values: {} };
      return showPage(c, page, result, problem.status);
    }
  });
}

async function readValues(c: Context, fields: readonly string[]): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
    throw new Problem('wrong_type', 'Please send the form from its page.');
  }
  const sent = new URLSearchParams(await readBodyText(c.req.raw));
  // A field that is missing is refused as an empty one is, in words for people.
  return Object.fromEntries(fields.map((name) => [name, sent.get(name) ?? '']));
}

function parseForm<S extends z.ZodMiniType>(schema: S, values: Record<string, string>): z.output<S> {
  const result = z.safeParse(schema, values);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.')] ??= issue.message;
  throw new Problem('invalid', result.error.issues[0]?.message ?? 'Please check the form.', { fields });
}

/** Calls the API inside the process, as the client who sent the form. @throws Problem with what the API refused */
async function call(
  app: Hono<ApiEnv>,
  c: Context<ApiEnv>,
  endpoint: EndpointShape,
  body: unknown,
  isSignIn = false,
): Promise<void> {
  const passedOn = ['x-forwarded-for', ...(isSignIn ? ['cookie', 'user-agent'] : [])];
  const bindings: CallBindings = { ...(c.env as CallBindings), isPlainForm: true };
  const response = await app.request(
    fillPath(endpoint.path, c.req.param()),
    {
      method: endpoint.method,
      headers: {
        'Content-Type': 'application/json',
        ...Object.fromEntries(
          passedOn.flatMap((name) => {
            const value = c.req.header(name);
            return value === undefined ? [] : [[name, value]];
          }),
        ),
      },
      body: JSON.stringify(body),
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

/** The page of ours that the form stood on; undefined when the browser does not say, or names another site's. */
function ownReferrer(c: Context): string | undefined {
  const referrer = c.req.header('referer') ?? '';
  if (!URL.canParse(referrer)) return undefined;
  const { host, pathname, search } = new URL(referrer);
  // '//evil.example' as a path would be another site's address in a redirect.
  return host === c.req.header('host') && !/^\/[/\\]/.test(pathname) ? pathname + search : undefined;
}

function withSent(page: string, sent: string): string {
  const [path = '/', query] = page.split('?');
  const search = new URLSearchParams(query);
  search.set('sent', sent);
  return `${path}?${search}`;
}
