/** Requests from the grammar of the contracts: plausible ones, and hostile ones. */
import { type $ZodType, toJSONSchema } from 'zod/v4/core';
import { servedEndpoints } from '#app/api/api.ts';
import { plainForms } from '#app/api/form-list.ts';
import type { EndpointShape } from '#shared/endpoint.ts';
import { picture } from '../owned-objects.ts';
import type { Town } from './fuzz-town.ts';
import { type Random, seededRandom } from './random.ts';
import { hostileValue, type JsonSchema, sample, type Texts } from './sample-schema.ts';

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: BodyInit;
  /** False leaves the CSRF token out. */
  hasToken: boolean;
}

const unknownId = '019a0000-0000-7000-8000-000000000001';
const schemas = new Map<unknown, JsonSchema>();

function jsonSchema(schema: $ZodType): JsonSchema {
  let known = schemas.get(schema);
  if (known === undefined) {
    known = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    schemas.set(schema, known);
  }
  return known;
}

/** Hashing passwords, encoding pictures and asking other machines takes a hundred times as long as other calls. */
const isCostly = ({ path, upload }: EndpointShape) =>
  upload === true ||
  /^\/api\/auth\/(login|register|password)|^\/api\/account\/(password|delete|email)|^\/api\/staff\/checks$/.test(path);

const endpoints = servedEndpoints.map(({ endpoint }) => endpoint);
const cheap = endpoints.filter((endpoint) => !isCostly(endpoint));
const costly = endpoints.filter(isCostly);

/** Staff's files, feeds and pages that are no part of the API. */
const otherPaths = [
  ...['/staff/newsletter/{id}/preview', '/staff/newsletter/subscribers.csv', '/staff/imports/runs/{id}/rejected.csv'],
  ...['businesses', 'events', 'orders', 'money-acts'].map((list) => `/staff/exports/${list}.csv`),
  ...['/feeds/news.xml', '/feeds/events.xml', '/feeds/events.ics', '/sitemap.xml', '/events/{slug}.ics', '/robots.txt'],
  ...[
    '/og/business/{slug}.png',
    '/business/{slug}',
    '/account',
    '/dashboard',
    '/edit-business/{id}',
    '/staff/people/{id}',
  ],
  ...['/healthz', '/readyz', '/.well-known/security.txt', '/api/openapi.json', '/media/u/{slug}.webp', '/{slug}'],
];

/** Calls that may give one person's objects to another; they get spare objects only, because otherwise the marks would prove nothing. */
const handsOver = /\/api\/staff\/(people\/|businesses\/\{id\}\/merge)/;

function textsOf(town: Town, path: string): Texts {
  const isHandOver = handsOver.test(path);
  const ids = path.includes('/people/') ? town.spare.people : isHandOver ? town.spare.businesses : town.ids;
  return (name, random) => {
    if (/slug$/i.test(name)) return random.pick(town.slugs);
    if (/category/i.test(name)) return random.pick(town.categories);
    if (/^(id|cursor)$|Id$|^into$|^ids$/.test(name)) return random.chance(0.9) ? random.pick(ids) : unknownId;
    if (/email/i.test(name)) return `visitor-${random.below(50)}@example.com`;
    if (/password/i.test(name)) return 'a quite good passphrase 7';
    if (/url|website/i.test(name))
      return random.pick(['https://figs.example.com/', '/history', 'http://[', 'javascript:0']);
    if (name === 'month') return '2026-11';
    if (name === 'day') return new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    if (/phone/i.test(name)) return '(210) 555-0142';
    if (name === 'version') return '1';
    return undefined;
  };
}

/** Half of all requests are plausible, so that they reach the handlers. */
const hostilities = [0, 0, 0, 0.03, 0.15, 0.5];

const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

function fillPath(path: string, texts: Texts, random: Random, hostility: number): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = random.chance(hostility / 2)
      ? hostileValue(random)
      : (texts(name, random) ?? random.pick(['1', 'x']));
    return encodeURIComponent(asText(value)).slice(0, 2000);
  });
}

function makeQuery(schema: $ZodType | undefined, texts: Texts, random: Random, hostility: number): string {
  const json = schema ? jsonSchema(schema) : {};
  const fields = sample({ ...json, type: 'object' }, json, '', { random, texts, hostility });
  if (typeof fields !== 'object' || fields === null) return '';
  const pairs = Object.entries(fields).map(([name, value]) => [name, asText(value)]);
  if (random.chance(0.05)) pairs.push(...pairs);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs as [string, string][])}`;
}

function makeBody(endpoint: EndpointShape, texts: Texts, random: Random, hostility: number): Partial<FuzzRequest> {
  if (endpoint.upload) {
    const bytes = random.chance(0.2) ? new Uint8Array(picture) : Buffer.from(asText(hostileValue(random)));
    return { body: bytes, headers: { 'Content-Type': random.pick(['image/png', 'image/svg+xml', 'text/html']) } };
  }
  if (!endpoint.body) return {};
  const json = jsonSchema(endpoint.body);
  const value = sample(json, json, '', { random, texts, hostility });
  const text = JSON.stringify(value) ?? 'null';
  const isCut = random.chance(hostility / 5);
  const type = random.chance(hostility / 5) ? 'text/plain' : 'application/json';
  return { body: isCut ? text.slice(0, random.below(text.length)) : text, headers: { 'Content-Type': type } };
}

const oddHeaders: readonly (readonly [string, string])[] = [
  ['If-Match', '"1"'],
  ['If-Match', '"99999999999999999999"'],
  ['If-None-Match', '*'],
  ['Origin', 'https://evil.example'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Content-Tags', 'businesses'],
  ['Accept-Language', '%00,*;q=x'],
  ['Range', 'bytes=5-1'],
  ['Stripe-Signature', 't=1,v1=x'],
  ['User-Agent', '<script>ran=1</script>'],
  ['Cookie', 'session=x; browser=%; csrf-token'],
];

/** Makes the same request for the same seed, but for the ids of the town. */
export function fuzzRequest(seed: number, town: Town): FuzzRequest {
  const random = seededRandom(seed);
  const hostility = random.pick(hostilities);
  const address = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`;
  const headers: Record<string, string> = { 'X-Forwarded-For': address };
  if (random.chance(hostility)) {
    const [name, value] = random.pick(oddHeaders);
    headers[name] = value;
  }
  const hasToken = !random.chance(hostility / 10);
  const kind = random.next();
  if (kind < 0.05) {
    const path = fillPath(random.pick(otherPaths), textsOf(town, ''), random, hostility);
    return { method: 'GET', path, headers, hasToken };
  }
  if (kind < 0.1) {
    const form = random.pick(plainForms);
    const texts = textsOf(town, '');
    const pairs = form.fields.map((name) => {
      const value = random.chance(hostility) ? hostileValue(random) : (texts(name, random) ?? 'A word or two from me.');
      return [name, asText(value)];
    });
    const path = fillPath(form.action.replace(/:(\w+)/g, '{$1}'), texts, random, hostility);
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(pairs as [string, string][]).toString();
    return { method: 'POST', path, headers: { ...headers, ...type }, body, hasToken: false };
  }
  const endpoint = random.chance(0.004) ? random.pick(costly) : random.pick(cheap);
  const texts = textsOf(town, endpoint.path);
  const path = fillPath(endpoint.path, texts, random, hostility) + makeQuery(endpoint.query, texts, random, hostility);
  const sent = makeBody(endpoint, texts, random, hostility);
  return { method: endpoint.method, path, hasToken, ...sent, headers: { ...headers, ...sent.headers } };
}
