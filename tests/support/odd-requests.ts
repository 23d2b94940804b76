/**
 * Generates odd requests: unusual encodings, methods, headers and bodies, on addresses that the site really
 * serves.
 */
import * as fc from 'fast-check';
import { servedEndpoints } from '#app/api/api.ts';
import { routes } from '#app/pages/routes.ts';

export interface OddRequest {
  method: string;
  /** As it goes over the wire; the encoding may be wrong. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** True when it has a valid CSRF token and origin, so that it gets past these checks. */
  isTrusted: boolean;
}

const wirePaths = [
  ...servedEndpoints.map(({ endpoint }) => endpoint.path),
  ...routes.map(({ path }) => path.replace(/:(\w+)/g, '{$1}')),
  '/business/{slug}',
  '/business/{slug}/report',
  '/category/{slug}',
  '/newsletter',
  '/newsletter/unsubscribe',
  '/events/{slug}.ics',
  '/feeds/news.xml',
  '/feeds/events.ics',
  '/sitemap.xml',
  '/sitemaps/businesses-{n}.xml',
  '/robots.txt',
  '/og/business/{slug}.png',
  '/maps/{shape}/{zoom}/{file}',
  '/tiles/{zoom}/{x}/{y}.mvt',
  '/media/city/{file}.webp',
  '/api/{anything}',
  '/{anything}',
  '/{anything}/{else}',
  '/healthz',
  '/readyz',
];

const brokenTexts = fc.constantFrom(
  ...['%', '%f', '%ff', '%00', '%E0%A4%A', '%C0%AE%C0%AE', '%2e%2e%2f', '..', '.', '//', '\\', '%5c', '%0d%0aX:%20y'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '{slug}',
    ':slug',
    '*',
    '\xe9\xff',
    '%ED%A0%80',
    '%F0%9F%8C%B3',
    "'--",
    '&',
    '',
  ],
);
const encoded = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed()));
const raw = fc.stringMatching(/^[\x21-\x22\x24-\x3e\x40-\xff]{0,30}$/);
const long = fc.integer({ min: 100, max: 3000 }).map((length) => 'a'.repeat(length));
const idLike = fc.constantFrom('019a0000-0000-7000-8000-000000000001', '0', '-1', '1e309', 'NaN', '9'.repeat(40));
/** Replaced with a real slug when the caller knows one. */
const knownSlug = 'a-known-slug';
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constant(knownSlug) },
  { weight: 4, arbitrary: encoded },
  { weight: 3, arbitrary: brokenTexts },
  { weight: 2, arbitrary: raw },
  { weight: 1, arbitrary: long },
  { weight: 2, arbitrary: idLike },
);

const parameter = fc.constantFrom(
  ...[
    'search',
    'category',
    'categoryId',
    'limit',
    'cursor',
    'published',
    'page',
    'month',
    'sent',
    'plan',
    'token',
    'x',
  ],
);
const query = fc
  .array(fc.tuple(fc.oneof({ weight: 9, arbitrary: parameter }, piece), piece), { maxLength: 5 })
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`));

const path = fc
  .tuple(fc.constantFrom(...wirePaths), fc.array(piece, { minLength: 3, maxLength: 3 }), query)
  .map(([pattern, pieces, search]) => {
    let used = 0;
    return pattern.replace(/\{\w+\}/g, () => pieces[used++] ?? '') + search;
  });

const field = fc.constantFrom(
  'name',
  'email',
  'message',
  'subject',
  'phone',
  'reason',
  'text',
  'token',
  '__proto__',
  'id',
);
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    'ada@example.com',
    'Ada Oakley',
    'closed',
    'A message of more than ten letters.',
    'a\u0000b',
    '\ud800',
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
const json = fc.dictionary(field, value, { maxKeys: 7 }).map((fields) => JSON.stringify(fields));
const form = fc
  .dictionary(field, fc.string({ unit: 'binary', maxLength: 60 }), { maxKeys: 7 })
  .map((fields) => new URLSearchParams(Object.entries(fields).map(([k, v]) => [k, v.toWellFormed()])).toString());
const body = fc.oneof(
  json,
  form,
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('', '{', 'null', '[]', '{"a":', '%', '=&=&', '\u0000', `"${'x'.repeat(70_000)}"`),
);

/** Rare, because such a request is refused for its host alone. */
const oddHost = fc.constantFrom('evil.example', 'a b', '[::1', '', 'localhost:99999', '%', 'user@host');

/** Characters that a header may contain; node refuses to send others. */
const headerText = fc.stringMatching(/^[\x20-\x7e\xa0-\xff]{0,60}$/);
const headers = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('application/json', 'application/x-www-form-urlencoded') },
      { weight: 1, arbitrary: fc.oneof(fc.constantFrom('multipart/form-data', 'text/plain; charset=x'), headerText) },
    ),
    'accept-encoding': fc.oneof(fc.constantFrom('br', 'gzip', '*;q=0', 'identity;q=0', 'br;q=x'), headerText),
    'if-none-match': fc.oneof(fc.constantFrom('*', 'W/"x"', '"'), headerText),
    'if-modified-since': headerText,
    range: fc.oneof(fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=5-1', 'bytes=a-b'), headerText),
    cookie: fc.oneof(fc.constantFrom('browser=', 'session=x; browser=%', '=;=;', 'csrf-token'), headerText),
    'x-csrf-token': headerText,
    'x-forwarded-for': fc.oneof(fc.constantFrom('::ffff:1.2.3.4', '2001:db8::1', '1.2.3.4, ,', ':::::'), headerText),
    'x-forwarded-host': headerText,
    'x-http-method-override': fc.constantFrom('DELETE', 'GET'),
    'x-content-tags': headerText,
    origin: fc.oneof(fc.constantFrom('null', 'https://evil.example'), headerText),
    referer: fc.oneof(fc.constantFrom('http://localhost/%ff?%', '//', 'http://[', 'javascript:alert(1)'), headerText),
    'accept-language': headerText,
  },
  { requiredKeys: [] },
);

const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant('GET') },
  { weight: 3, arbitrary: fc.constant('POST') },
  { weight: 1, arbitrary: fc.constantFrom('HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY') },
);

/** Forms and calls that write; only their texts are odd. */
const written = fc.string({ unit: 'binary', minLength: 10, maxLength: 80 });
const plausible = fc.record({
  ...{ name: written, subject: written, message: written, text: written },
  ...{ email: fc.constant('ada@example.com'), reason: fc.constantFrom('closed', 'other') },
});
const write: fc.Arbitrary<OddRequest> = fc
  .tuple(
    fc.constantFrom('/contact', '/newsletter', `/business/${knownSlug}/report`, '/newsletter/unsubscribe'),
    fc.constantFrom('/api/contact', '/api/newsletter/subscribe', `/api/businesses/${knownSlug}/reports`),
    plausible,
    fc.boolean(),
    fc.boolean(),
  )
  .map(([page, call, fields, isPage, isTrusted]) => {
    const wellFormed = Object.entries(fields).map(([name, text]) => [name, text.toWellFormed()]);
    return {
      method: 'POST',
      path: isPage ? page : call,
      headers: { 'content-type': isPage ? 'application/x-www-form-urlencoded' : 'application/json' },
      body: isPage ? new URLSearchParams(wellFormed).toString() : JSON.stringify(fields),
      isTrusted,
    };
  });

/**
 * Makes the same requests for the same seed. @param slugs slugs that exist, so that some requests find
 * something
 */
export function oddRequests(count: number, seed: number, slugs: readonly string[]): OddRequest[] {
  const anything = fc.record({
    method,
    path,
    headers: fc
      .tuple(headers, fc.option(oddHost, { freq: 20 }), fc.integer({ max: 19, min: 0 }))
      .map(([odd, host, dice]) => (host !== null && dice === 0 ? { ...odd, host } : odd)),
    body: fc.option(body, { freq: 5 }),
    isTrusted: fc.boolean(),
  });
  const request = fc
    .tuple(fc.oneof({ weight: 5, arbitrary: anything }, { weight: 1, arbitrary: write }), fc.constantFrom(...slugs))
    .map(([odd, slug]) => ({ ...odd, path: odd.path.replaceAll(knownSlug, slug) }));
  return fc.sample(request, { numRuns: count, seed });
}
