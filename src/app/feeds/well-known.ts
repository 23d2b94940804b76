/** The addresses under which programs look for a site's contact about security and its password page. */
import type { Hono } from 'hono';
import { type ApiEnv, type Services, tagsHeader } from '#server/http/serve.ts';

const month = (year: number, index: number) => new Date(Date.UTC(year, index, 1)).toISOString();

/** RFC 9116. It ends within the year that the standard asks for, at a month's beginning so that copies agree. */
function securityText({ env, now }: Services): string {
  const today = now();
  return [
    `Contact: ${env.siteUrl}/contact`,
    `Expires: ${month(today.getUTCFullYear(), today.getUTCMonth() + 6)}`,
    `Canonical: ${env.siteUrl}/.well-known/security.txt`,
    'Preferred-Languages: en',
    '',
  ].join('\n');
}

export function mountWellKnown(app: Hono<ApiEnv>, services: Services): void {
  app.get('/.well-known/security.txt', (c) => {
    c.header(tagsHeader, 'city');
    return c.body(securityText(services), 200, { 'Content-Type': 'text/plain; charset=utf-8' });
  });
  app.get('/.well-known/change-password', (c) => c.redirect('/account', 302));
}
