/**
 * Files for staff that are neither a page nor JSON. Whoever is signed out is sent to the log-in; for everybody else they do
 * not exist.
 */
import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { mailTexts } from '#app/wiring/mail-texts.ts';
import { readClaimPdf } from '#features/claims/server/read-staff-claim.ts';
import { rejectedRowsCsv } from '#features/imports/server/rejected-rows.ts';
import { layOutDraft } from '#features/mail-texts/server/mail-texts.ts';
import { previewIssue } from '#features/newsletter/server/issues/preview-issue.ts';
import { exportSubscribers } from '#features/newsletter/server/subscribers/export-subscribers.ts';
import { SubscriberSearch } from '#features/newsletter/subscribers-contract.ts';
import { checkOrigin } from '#server/http/csrf.ts';
import { readBodyText } from '#server/http/read-body.ts';
import type { ApiEnv, Services } from '#server/http/serve.ts';
import { mailTextFaults } from '#server/mail/read-mail-text.ts';
import { dayOf } from '#shared/dates.ts';
import { forStaff, missing } from './for-staff.ts';
import { csvHeaders, mountStaffExports, sendPieces } from './staff-exports.ts';

export function mountStaffFiles(app: Hono<ApiEnv>, services: Services): void {
  mountStaffExports(app, services);
  const answerStaff = forStaff(services);

  /** A mail's own HTML, with inline styles and no script; shown in a frame of its editor. */
  const framed = (c: Context, html: string) =>
    c.body(html, 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' ${services.env.siteUrl}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox`,
      'X-Frame-Options': 'SAMEORIGIN',
    });

  app.get('/staff/newsletter/:id{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}}/preview', (c) =>
    answerStaff(c, 'editor', async () => {
      const preview = await previewIssue(services, c.req.param('id'));
      if (!preview) return missing(c);
      return framed(c, preview.html);
    }),
  );

  // Stores nothing, and is posted because a draft is longer than an address may be.
  app.post('/staff/mail-texts/:name/preview', (c) =>
    answerStaff(c, 'administrator', async () => {
      checkOrigin(c.req.raw.headers, services.env.siteUrl);
      const mail = mailTexts.find(({ name }) => name === c.req.param('name'));
      const sent = new URLSearchParams(await readBodyText(c.req.raw));
      const draft = { subject: sent.get('subject') ?? '', text: sent.get('text') ?? '' };
      if (mail === undefined || Object.keys(mailTextFaults(mail, draft)).length > 0) return missing(c);
      const cases = (sent.get('cases') ?? '').split(' ');
      return framed(c, layOutDraft(mail, { ...draft, cases }, services).html);
    }),
  );

  app.get('/staff/newsletter/subscribers.csv', (c) =>
    answerStaff(c, 'editor', async (user) => {
      const search = z.safeParse(SubscriberSearch, c.req.query());
      if (!search.success) return missing(c);
      // Another site's link must not make a staff browser fetch it: the audit log would name its owner.
      checkOrigin(c.req.raw.headers, services.env.siteUrl);
      const csv = await exportSubscribers(services.db, search.data, { actorId: user.id });
      const day = dayOf(services.now(), services.city.facts.timeZone);
      return c.body(csv, 200, csvHeaders(`subscribers-${day}.csv`));
    }),
  );

  const [claim, document] = ['id', 'documentId'].map((name) => `:${name}{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}}`);
  app.get(`/staff/claims/${claim}/documents/${document}/pdf`, (c) =>
    answerStaff(c, 'moderator', async () => {
      // Another site's link must not put a stranger's file among the downloads.
      checkOrigin(c.req.raw.headers, services.env.siteUrl);
      const { id = '', documentId = '' } = c.req.param() as Record<string, string>;
      const found = await readClaimPdf(services.db, { id, documentId });
      if (found === null) return missing(c);
      // A PDF may hold script. It is saved, never shown as a page of this site.
      return c.body(new Uint8Array(found.pdf), 200, {
        'Content-Type': 'application/pdf',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Content-Disposition': `attachment; filename="document.pdf"; filename*=UTF-8''${encodeURIComponent(found.name).replaceAll(/['()*]/g, escape)}`,
        'Content-Security-Policy':
          "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
      });
    }),
  );

  app.get('/staff/imports/runs/:id{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}}/rejected.csv', (c) =>
    answerStaff(c, 'administrator', async () => {
      const rows = await rejectedRowsCsv(services.db, c.req.param('id'));
      if (!rows) return missing(c);
      return sendPieces(c, rows, `rejected-rows-${c.req.param('id').slice(-8)}.csv`);
    }),
  );
}
