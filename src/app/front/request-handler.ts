/** Everything that is not stored: the API, pages, files and health checks, as one request listener. */

import type { Context, Hono } from 'hono';
import { isAllowed } from '#app/api/access.ts';
import { type CallBindings, createApi } from '#app/api/api.ts';
import { doneForm, mountPlainForms } from '#app/api/plain-forms.ts';
import { mountFeeds } from '#app/feeds/feeds.ts';
import { mountMapPictures } from '#app/feeds/map-pictures.ts';
import { mountMapTiles } from '#app/feeds/map-tiles.ts';
import { mountSharingPictures } from '#app/feeds/sharing-pictures.ts';
import { mountWellKnown } from '#app/feeds/well-known.ts';
import { findRoute } from '#app/pages/match-route.ts';
import { outagePage } from '#app/pages/outage-page.ts';
import type { Surroundings } from '#app/pages/page-shell.ts';
import type { RenderedPage } from '#app/pages/render-page.tsx';
import { logInPath } from '#features/accounts/next-page.ts';
import { findSession } from '#features/accounts/server/find-session.ts';
import { noticeBar } from '#features/notices/notice-bar.ts';
import { currentNotices, lastKnownNotices } from '#features/notices/server/current-notices.ts';
import { insideCall } from '#server/http/inside-call.ts';
import { type ApiEnv, expiresHeader, type Services, tagsHeader } from '#server/http/serve.ts';
import { describeError } from '#server/log.ts';
import { townTilesOf } from '#server/tiles/town-tiles.ts';
import { inSpan } from '#server/tracing/spans.ts';
import type { Transport } from '#web/api-client/transport.ts';
import type { PlainFormResult } from '#web/ui/plain-form.tsx';
import { mountHealth } from './health.ts';
import { insideTransport, type Storing } from './inside-transport.ts';
import type { SharedAnswers } from './shared-answers.ts';
import { mountStaffFiles } from './staff-files.ts';
import { testPaymentsRibbon } from './test-payments-ribbon.ts';

export interface PageRenderer {
  /** @throws with `status` when the page's data cannot be read */
  render: (url: string, transport: Transport, form: PlainFormResult | null) => Promise<RenderedPage>;
  wrap: (page: RenderedPage, surroundings: Surroundings) => readonly string[] | Promise<readonly string[]>;
  /** The content policy of a route file's pages, where it differs from the site's. */
  policies?: ReadonlyMap<string, string>;
}

/** A path without a route. */
const nowhere = '/404';

interface SiteOptions {
  /** Routes of one process that come before the pages: /metrics. */
  mountMore?: (app: Hono<ApiEnv>) => void;
  /** Without it, pages request everything anew. The caller must report changes to it. */
  shared?: SharedAnswers;
  /** True while this process is being replaced or stopped. */
  isLeaving?: () => boolean;
}

/** The notices above a page, and the instant until which they are right, in ms. */
async function currentBar(services: Services): Promise<{ html: string; expiresAt: number }> {
  const { timeZone } = services.city.facts;
  try {
    const { notices, until } = await currentNotices(services);
    return { html: noticeBar(notices, timeZone), expiresAt: until?.getTime() ?? Number.POSITIVE_INFINITY };
  } catch (error) {
    // The page itself could be made without the database. It is not kept.
    services.log.warn({ reason: describeError(error) }, 'Could not read the notices: pages show those read before');
    return { html: noticeBar(lastKnownNotices(services), timeZone), expiresAt: services.now().getTime() };
  }
}

export function createRequestHandler(
  services: Services,
  renderer: PageRenderer,
  { mountMore, shared, isLeaving }: SiteOptions = {},
): Hono<ApiEnv> {
  const app = createApi(services);

  const { language } = services.city.facts;
  const ribbon = testPaymentsRibbon(services.env);

  mountHealth(app, services, isLeaving);
  mountWellKnown(app, services);
  mountMore?.(app);
  mountFeeds(app, services.reads ? { ...services, db: services.reads } : services);
  mountSharingPictures(app, services);
  mountMapTiles(app, services);
  mountMapPictures(app, services);
  // Asked before the first visitor comes, so that a page names the makers of the streets that its picture will show.
  void townTilesOf(services).hasStreets();
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
    const stored: Storing = { tags: new Set(), expiresAt: Number.POSITIVE_INFINITY };
    const { tags } = stored;
    const transport = insideTransport({ app, shared, env: (c.env ?? {}) as CallBindings, headers }, stored);
    try {
      const page = await inSpan({ name: 'make the page', kind: 'part' }, () => renderer.render(url, transport, form));
      if (page.location !== undefined) return c.redirect(page.location, 301);
      if (page.status === 404) tags.add('missing');
      const bar = await currentBar(services);
      tags.add('notices');
      const expiresAt = Math.min(stored.expiresAt, bar.expiresAt);
      if (form === null || form.done) c.header(tagsHeader, [...tags].join(','));
      if (expiresAt < Number.POSITIVE_INFINITY) c.header(expiresHeader, String(expiresAt));
      const html = await renderer.wrap(page, { language, bars: ribbon + bar.html });
      const policy = renderer.policies?.get(page.file);
      if (policy !== undefined) c.header('Content-Security-Policy', policy);
      const shownStatus = (status === 200 ? page.status : status) as 200;
      const inside = insideCall(c.env);
      if (inside === undefined) return c.html(html.join(''), shownStatus);
      inside.html = html;
      return c.body(null, shownStatus, { 'Content-Type': 'text/html; charset=UTF-8' });
    } catch (error) {
      if ((error as { status?: number }).status !== 503)
        services.log.error({ err: error, path: c.req.path }, 'a page failed');
      const { timeZone } = services.city.facts;
      return outagePage(c, services.city, {
        status: (error as { status?: number }).status === 503 ? 503 : 500,
        bars: noticeBar(lastKnownNotices(services), timeZone),
      });
    }
  }

  /**
   * These pages exist only for staff; whoever is signed out may be one of them. They are never stored: the storage key
   * leaves them out.
   */
  async function showStaffPage(c: Context<ApiEnv>, url: URL) {
    const headers = c.req.raw.headers;
    const user = await findSession({ ...services, headers, setHeader: (name, value) => c.header(name, value) });
    const wanted = url.pathname + url.search;
    if (user === null) return c.redirect(logInPath(wanted), 302);
    if (user.secondFactor === 'demanded') return c.redirect('/account', 302);
    const isAsked = user.role === 'staff' && user.secondFactor === 'asked';
    if (!isAsked && !isAllowed({ who: 'staff', rights: 'any' }, user)) return showPage(c, nowhere, null);
    return showPage(c, wanted, null, 200, { Cookie: headers.get('cookie') ?? '' });
  }

  mountPlainForms(app, services, showPage);
  app.get('*', (c) => {
    const url = new URL(c.req.url);
    const { who, isForReader, reads } = findRoute(url.pathname);
    if (who === 'staff') return showStaffPage(c, url);
    const form = doneForm(url.searchParams.get('sent'));
    // Such an address has no key, so what the session shows is never stored.
    const isPersonal =
      isForReader && Object.keys(reads).some((name) => reads[name] === 'personal' && url.searchParams.has(name));
    if (!isPersonal) return showPage(c, url.pathname + url.search, form);
    c.header('Cache-Control', 'no-store');
    return showPage(c, url.pathname + url.search, form, 200, { Cookie: c.req.header('cookie') ?? '' });
  });
  app.all('*', (c) => {
    c.header('Allow', 'GET, HEAD');
    return c.req.method === 'OPTIONS' ? c.body(null, 204) : c.text('This page can only be read.', 405);
  });
  return app;
}
