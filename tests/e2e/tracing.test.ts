/** Spans arrive at a collector: a stand-in that keeps what the built site sends as JSON. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { found } from '#tests/support/found.ts';
import { startTestSite } from '#tests/support/site.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const spans: Span[] = [];
let sent = '';
const collector = createServer(async (request, response) => {
  const body = await text(request);
  sent += body;
  for (const { scopeSpans } of (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] })
    .resourceSpans)
    for (const scope of scopeSpans) spans.push(...scope.spans);
  response.setHeader('Content-Type', 'application/json').end('{}');
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
afterAll(() => void collector.close());

const site = startTestSite({
  env: {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    TRUST_PROXY: '1',
  },
  worker: true,
});

beforeEach(() => {
  spans.length = 0;
  sent = '';
});

const spanNamed = async (name: string, traceId?: string) => {
  const isIt = (span: Span) => span.name === name && (traceId === undefined || span.traceId === traceId);
  await expect.poll(() => spans.some(isIt)).toBe(true);
  return found(spans.find(isIt), name);
};
const attribute = ({ attributes }: Span, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const caller = '00f067aa0ba902b7';

it('a request is a part of the trace of the proxy, and its queries are parts of it, without what was asked', async () => {
  const headers = { traceparent: `00-${trace}-${caller}-01` };
  const answer = await fetch(`${site.url}/api/businesses?search=secretword&near=29.475,-98.488`, { headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-request-id')).toBe(trace);
  const request = await spanNamed('GET /api/businesses', trace);
  expect(request).toMatchObject({ parentSpanId: caller, kind: 2 });
  expect(attribute(request, 'http.response.status_code')).toBe(200);
  const handler = await spanNamed('answer GET /api/businesses', trace);
  expect(handler.parentSpanId).toBe(request.spanId);
  const query = await spanNamed('SELECT', trace);
  expect(query).toMatchObject({ kind: 3 });
  const texts = () =>
    spans
      .filter((span) => span.name === 'SELECT' && span.traceId === trace)
      .map((span) => attribute(span, 'db.query.text'));
  await expect.poll(texts).toContainEqual(expect.stringContaining('$1'));
  expect(sent).not.toContain('secretword');
});

it('requests that wait for a connection keep their own queries', async () => {
  const paths = Array.from({ length: 40 }, (_, n) => `/api/businesses?search=bakery${n}&near=29.475,-98.488`);
  const ids = await Promise.all(paths.map(async (path) => (await fetch(site.url + path)).headers.get('x-request-id')));
  expect(new Set(ids).size).toBe(paths.length);
  for (const id of ids) await spanNamed('GET /api/businesses', found(id, 'id'));
  await expect
    .poll(() => ids.filter((id) => !spans.some(({ name, traceId }) => name === 'SELECT' && traceId === id)))
    .toEqual([]);
  const known = new Set(spans.map(({ spanId }) => spanId));
  const orphans = spans.filter(({ parentSpanId }) => parentSpanId && !known.has(parentSpanId));
  expect(orphans).toEqual([]);
});

it('a page is made once, with what it read, and then a stored answer of one span', async () => {
  const { slug } = await aBusiness(site.db, { status: 'approved', approvedAt: new Date() });
  const address = `${site.url}/business/${slug}`;
  expect((await fetch(address)).status).toBe(200);
  const making = await spanNamed('make the page');
  await spanNamed('answer GET /api/businesses/{slug}', making.traceId);
  await spanNamed('GET /business/{slug}', making.traceId);
  expect(sent).not.toContain(slug);
  expect((await fetch(address)).status).toBe(200);
  await expect.poll(() => spans.filter(({ name }) => name === 'GET /business/{slug}').length).toBe(2);
  const stored = found(
    spans.findLast(({ name }) => name === 'GET /business/{slug}'),
    'stored',
  );
  expect(spans.filter(({ traceId }) => traceId === stored.traceId)).toHaveLength(1);
});

it('a refusal is no failure, health is not traced, and a job is a trace of its own', async () => {
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${site.url}/api/businesses/nobody-has-this`)).status).toBe(404);
  const refused = await spanNamed('answer GET /api/businesses/{slug}');
  expect(attribute(refused, 'alameda.refusal')).toBe('not_found');
  expect(attribute(refused, 'error.type')).toBeUndefined();
  const letter = { to: 'ada@example.org', subject: 'Hello', text: 'Hello Ada', html: '<p>Hello Ada</p>' };
  await enqueue(site.db, sendMail, letter);
  const job = await spanNamed(`job ${sendMail.name}`);
  expect(job.kind).toBe(5);
  await spanNamed('hand over a mail', job.traceId);
  expect(spans.filter(({ name }) => name.includes('healthz'))).toEqual([]);
  expect(sent).not.toContain('ada@example.org');
});
