/** Everything that is not stored: the API, pages, files and health checks, as one request listener. */

import { sql } from 'drizzle-orm';
import type { Context, Hono } from 'hono';
import { isAllowed } from '#app/api/access.ts';
import { createApi } from '#app/api/api.ts';
import { doneForm, mountPlainForms } from '#app/api/plain-forms.ts';
import { mountFeeds } from '#app/feeds/feeds.ts';
import { mountSharingPictures } from '#app/feeds/sharing-pictures.ts';
import { findRoute } from '#app/pages/match-route.ts';
import { outagePage } from '#app/pages/outage-page.ts';
import type { Surroundings } from '#app/pages/page-shell.ts';
import type { RenderedPage } from '#app/pages/render-page.tsx';
import { findSession } from '#features/accounts/server/find-session.ts';
import { migrationsApplied } from '#server/db/migrate.ts';
import { type InsideCall, insideCall } from '#server/http/inside-call.ts';
import { type ApiEnv, expiresHeader, type Services, tagsHeader } from '#server/http/serve.ts';
import { describeError } from '#server/log.ts';
import { problemStatus } from '#shared/problem.ts';
import type { ApiResponse, Transport } from '#web/api-client/transport.ts';
import type { PlainFormResult } from '#web/ui/plain-form.tsx';
import type { SharedAnswer, SharedAnswers } from './shared-answers.ts';
import { mountStaffFiles } from './staff-files.ts';
import { testPaymentsRibbon } from './test-payments-ribbon.ts';

export interface PageRenderer {
  /** @throws with `status` when the page's data cannot be read */
  render: (url: string, transport: Transport, form: PlainFormResult | null) => Promise<RenderedPage>;
  wrap: (page: RenderedPage, surroundings: Surroundings) => readonly string[] | Promise<readonly string[]>;
}

/** A load balancer hears after this time that the database does not answer. */
const readyMs = 2_000;

/** @throws when there is no answer in time; the request itself continues */
async function within<T>(ms: number, ask: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  return Promise.race([ask(), promise]).finally(() => clearTimeout(timer));
}

/** A path without a route. */
const nowhere = '/404';

interface SiteOptions {
  /** Routes of one process that come before the pages: /metrics. */
  mountMore?: (app: Hono<ApiEnv>) => void;
  /** Without it, pages request everything anew. The caller must report changes to it. */
  shared?: SharedAnswers;
}

export function createRequestHandler(
  services: Services,
  renderer: PageRenderer,
  { mountMore, shared }: SiteOptions = {},
): Hono<ApiEnv> {
  const app = createApi(services);

  const surroundings = { language: services.city.facts.language, ribbon: testPaymentsRibbon(services.env) };

  app.get('/healthz', (c) => c.text('ok'));
  app.get('/readyz', async (c) => {
    try {
      const isReady = await within(readyMs, async () => {
        await services.db.execute(sql`select 1`);
        return migrationsApplied(services.db);
      });
      return isReady ? c.text('ok') : c.text('migrations are not applied yet', 503);
    } catch (error) {
      return c.text(`the database does not answer: ${describeError(error)}`, 503);
    }
  });

  mountMore?.(app);
  mountFeeds(app, services);
  mountSharingPictures(app, services);
  mountStaffFiles(app, services);

  /**
   * Without a form the page may be stored; with one it belongs to this visitor alone.
   * @param headers the headers with which the page's data is read; default: none
   */
  async function showPage(
    c: Context<ApiEnv>,
    url: string,
    form: PlainFormResult | null,
    status = 200,
    headers?: Record<string, string>,
  ) {
    const tags = new Set<string>();
    let expiresAt = Number.POSITIVE_INFINITY;
    const transport: Transport = async (path, asked) => {
      const init = headers ? { ...asked, headers } : asked;
      // Data that was read with a visitor's cookie is for nobody else.
      const isRead = init.method === 'GET' && headers === undefined;
      const known = isRead ? shared?.find(path) : undefined;
      if (known) {
        for (const tag of known.tags) tags.add(tag);
        return parsedAnswer(known);
      }
      const keep = isRead ? shared?.begin(path) : undefined;
      const inside: InsideCall = {};
      const bindings = { ...(c.env as object), inside };
      let response = await app.request(path, init, bindings);
      // Follows a redirect, as a browser's fetch does: the call for a former slug names the business's
      // current address.
      const movedTo = response.status === problemStatus.moved ? response.headers.get('location') : null;
      if (movedTo !== null) response = await app.request(movedTo, init, bindings);
      const answerTags = response.headers.get(tagsHeader)?.split(',') ?? [];
      for (const tag of answerTags) tags.add(tag);
      const expires = response.headers.get(expiresHeader);
      if (expires !== null) expiresAt = Math.min(expiresAt, Number(expires));
      if (!response.ok || inside.answer === undefined) return response;
      const made: SharedAnswer = { answer: inside.answer, headers: response.headers, tags: answerTags };
      if (movedTo === null && expires === null) keep?.(made);
      return parsedAnswer(made);
    };
    try {
      const page = await renderer.render(url, transport, form);
      if (page.location !== undefined) return c.redirect(page.location, 301);
      if (page.status === 404) tags.add('missing');
      if (form === null || form.done) c.header(tagsHeader, [...tags].join(','));
      if (expiresAt < Number.POSITIVE_INFINITY) c.header(expiresHeader, String(expiresAt));
      const html = await renderer.wrap(page, surroundings);
      const shownStatus = (status === 200 ? page.status : status) as 200;
      const inside = insideCall(c.env);
      if (inside === undefined) return c.html(html.join(''), shownStatus);
      inside.html = html;
      return c.body(null, shownStatus, { 'Content-Type': 'text/html; charset=UTF-8' });
    } catch (error) {
      if ((error as { status?: number }).status !== 503)
        services.log.error({ err: error, path: c.req.path }, 'a page failed');
      return outagePage(c, services.city, (error as { status?: number }).status === 503 ? 503 : 500);
    }
  }

  /** These pages exist only for staff. They are never stored: the storage key leaves them out. */
  async function showStaffPage(c: Context<ApiEnv>, url: URL) {
    const headers = c.req.raw.headers;
    const user = await findSession({ ...services, headers, setHeader: (name, value) => c.header(name, value) });
    const isAsked = user?.role === 'staff' && user.secondFactor === 'asked';
    if (!isAsked && !isAllowed('staff', user)) return showPage(c, nowhere, null);
    return showPage(c, url.pathname + url.search, null, 200, { Cookie: headers.get('cookie') ?? '' });
  }

  mountPlainForms(app, services, showPage);
  app.get('*', (c) => {
    const url = new URL(c.req.url);
    if (findRoute(url.pathname).who === 'staff') return showStaffPage(c, url);
    return showPage(c, url.pathname + url.search, doneForm(url.searchParams.get('sent')));
  });
  app.all('*', (c) => {
    c.header('Allow', 'GET, HEAD');
    return c.req.method === 'OPTIONS' ? c.body(null, 204) : c.text('This page can only be read.', 405);
  });
  return app;
}

function parsedAnswer({ answer, headers }: SharedAnswer): ApiResponse {
  const text = async () => JSON.stringify(answer);
  return { ok: true, status: 200, statusText: '', headers, text, json: async () => answer };
}
