/** The site answers or refuses odd requests and never fails with a 5xx status. Needs the build. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { expect, it } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { businesses } from '#server/db/schema/index.ts';
import { type OddRequest, oddRequests } from '#tests/support/odd-requests.ts';
import { startTestSite } from '#tests/support/site.ts';

const site = startTestSite({
  env: { TRUST_PROXY: '1' },
  fill: (db, city) => loadSampleContent(db, city, new Date()),
});

const count = 10_000;
/** `ODD_SEED=… npm test` makes other requests. */
const seed = Number(process.env.ODD_SEED ?? 20_261_121);
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

function send(odd: Omit<OddRequest, 'isTrusted'>, isSecondTry = false): Promise<Answer> {
  const { method, path, headers, body } = odd;
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.url);
    // Node frames the body of a GET only when it is told its length.
    const framed = {
      ...headers,
      connection: 'keep-alive',
      ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    };
    const call = request(
      { agent: isSecondTry ? false : agent, hostname, port, method, path, headers: framed },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
        response.on('error', reject);
      },
    );
    // A site may close a kept connection at the moment of the next request; then the request is sent again.
    call.on('error', (error) => {
      if (call.reusedSocket && !isSecondTry) send(odd, true).then(resolve, reject);
      else reject(error);
    });
    call.end(body ?? undefined);
  });
}

/** Lists what is wrong with the headers of an answer. */
function headerFaults({ status, headers, body }: Answer): string[] {
  const type = headers['content-type'] ?? '';
  // Node itself refuses bytes that are not HTTP.
  const isOurs = headers.date !== undefined;
  return [
    ...(headers['x-content-tags'] === undefined ? [] : ['its tags leave the process']),
    ...(headers['access-control-allow-origin'] === undefined ? [] : ['other sites may read it']),
    ...(isOurs && headers['x-content-type-options'] !== 'nosniff' ? [`${status}: browsers may guess its type`] : []),
    ...(body !== '' && isOurs && type === '' ? [`${status}: a body without a type`] : []),
    ...(/^text\/html(?!.*charset)/i.test(type) ? [`${status}: HTML without a charset`] : []),
  ];
}

// Takes half a minute on a quiet machine, and a busy one may be ten times slower.
it(`answers ${count} odd requests without one failure`, { timeout: 600_000 }, async () => {
  const door = await send({ method: 'GET', path: '/api/csrf-token', headers: {}, body: null });
  const cookies = door.headers['set-cookie']?.map((cookie) => cookie.split(';')[0]).join('; ') ?? '';
  const { csrfToken } = JSON.parse(door.body) as { csrfToken: string };

  const slugs = (await site.db.select({ slug: businesses.slug }).from(businesses)).map(({ slug }) => slug);
  const requests = oddRequests(count, seed, slugs);
  const statuses = new Map<number, number>();
  const failures: { request: OddRequest; answer: string }[] = [];
  let next = 0;
  async function worker(name: number): Promise<void> {
    for (let i = next++; i < requests.length; i = next++) {
      const odd = requests[i];
      if (odd === undefined) return;
      const trusted = odd.isTrusted
        ? {
            cookie: cookies,
            'x-csrf-token': csrfToken,
            origin: site.url,
            // Each request has its own address. From one address, most would only get a 429.
            'x-forwarded-for': `10.${name}.${i >> 8}.${i & 255}`,
          }
        : {};
      const answer = await send({ ...odd, headers: { ...odd.headers, ...trusted } }).catch((error: Error) => error);
      if (answer instanceof Error) {
        // Node refuses a long body with a broken head: it answers and closes before it has read the body.
        const isCutOff = (answer as { code?: string }).code === 'ECONNRESET' && (odd.body?.length ?? 0) > 60_000;
        if (!isCutOff) failures.push({ request: odd, answer: answer.message });
        continue;
      }
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status >= 500)
        failures.push({ request: odd, answer: `${answer.status} ${answer.body.slice(0, 200)}` });
      for (const fault of headerFaults(answer)) failures.push({ request: odd, answer: fault });
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, name) => worker(name)));
  agent.destroy();

  expect(failures.slice(0, 5), `${failures.length} of them, with ODD_SEED=${seed}`).toEqual([]);
  // The requests reached the handlers: each of these statuses came at least once.
  for (const status of [200, 201, 303, 400, 403, 404, 415, 422, 429]) expect([...statuses.keys()]).toContain(status);
});
