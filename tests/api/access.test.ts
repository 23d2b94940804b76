/** Walks all contracts: each call keeps to what its contract says about who may make it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkAccess } from '#app/api/access.ts';
import { createApi, servedEndpoints } from '#app/api/api.ts';
import { findRoute } from '#app/pages/match-route.ts';
import { notFoundRoute, routes } from '#app/pages/routes.ts';
import type { SessionUser } from '#server/http/serve.ts';
import type { EndpointShape, Who } from '#shared/endpoint.ts';
import { Problem } from '#shared/problem.ts';
import type { NeededRights } from '#shared/staff-rights.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase({ fresh: 'each-file' });
let app: ReturnType<typeof createApi>;
beforeAll(() => {
  app = createApi(testServices(database));
});

const endpoints = servedEndpoints.map(({ endpoint }) => endpoint);
const keyOf = ({ method, path }: EndpointShape) => `${method} ${path}`;

it('serves every call once', () => {
  expect(endpoints.map(keyOf)).toEqual([...new Set(endpoints.map(keyOf))]);
});

it('keeps everything under /api/staff/ to staff', () => {
  const open = endpoints.filter(({ path, who }) => path.startsWith('/api/staff/') && who !== 'staff');
  expect(open.map(keyOf)).toEqual([]);
});

it('asks every change for the token, but for those that cannot have one', () => {
  const without = endpoints.filter(({ method, csrf }) => method !== 'GET' && csrf !== undefined);
  expect(Object.fromEntries(without.map((endpoint) => [keyOf(endpoint), endpoint.csrf]))).toEqual({
    'POST /api/ads/{id}/counts': 'origin',
    'POST /api/businesses/{id}/counts': 'origin',
    'POST /api/businesses/search-counts': 'origin',
    'POST /api/stripe/webhook': 'none',
    'POST /api/newsletter/bounces': 'none',
    'POST /api/inbound-mail': 'none',
  });
});

it('keeps every page under /staff to staff', () => {
  expect(routes.filter(({ who }) => who === 'staff').map(({ path }) => path)).toEqual(['/staff/*']);
  expect(findRoute('/staff/queue/more').who).toBe('staff');
  expect(findRoute('/staffing').who).toBe('anyone');
});

describe.each(endpoints.map((endpoint) => [keyOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  const { who, csrf } = endpoint;
  const path = endpoint.path.replace(/\{\w+\}/g, 'nothing-here');

  it(`is for ${who}`, async () => {
    const response =
      endpoint.method === 'GET'
        ? await new TestBrowser(app).get(path)
        : await new TestBrowser(app).write(endpoint.method, path, { body: {} });
    expect(response.status === 401).toBe(who !== 'anyone');
    expect(response.status).not.toBe(403);
    expect(response.status).toBeLessThan(500);
  });

  if (endpoint.method !== 'GET' && csrf !== 'none') {
    // A beacon has no token: the site checks only its origin.
    const isBeacon = csrf === 'origin';
    const wrongTokens = [
      ['no token', { token: false }],
      ['a wrong token', { headers: { 'X-CSRF-Token': 'A'.repeat(43) } }],
      ['an empty token', { headers: { 'X-CSRF-Token': '' } }],
    ] as const;
    it.each([
      ...(isBeacon ? [] : wrongTokens),
      ['another site as its origin', { headers: { Origin: 'https://evil.example' } }],
      ['a browser that says cross-site', { headers: { 'Sec-Fetch-Site': 'cross-site' } }],
    ] as const)('is refused with %s', async (_case, call) => {
      const browser = new TestBrowser(app);
      await browser.get('/api/csrf-token');
      const response = await browser.write(endpoint.method, path, { body: {}, ...call });
      expect(response.status).toBe(who === 'anyone' ? 403 : 401);
    });

    if (!isBeacon) {
      it('is refused with the token of another browser', async () => {
        const [other, mine] = [new TestBrowser(app), new TestBrowser(app)];
        await Promise.all([other.get('/api/csrf-token'), mine.get('/api/csrf-token')]);
        const stolen = other.cookies.get('csrf-token') ?? '';
        const response = await mine.write(endpoint.method, path, { body: {}, headers: { 'X-CSRF-Token': stolen } });
        expect(response.status).toBe(who === 'anyone' ? 403 : 401);
      });
    }
  }
});

describe('the three kinds', () => {
  const user: SessionUser = {
    id: '1',
    username: 'ada',
    email: 'ada@example.com',
    role: 'owner',
    rights: [],
    emailVerified: true,
    secondFactor: 'off',
    provedAt: new Date(),
    sessionId: '2',
  };
  const staff: SessionUser = { ...user, role: 'staff', rights: ['moderator'] };
  const refusal = (who: Who, as: SessionUser | null, rights: NeededRights = 'any') => {
    try {
      checkAccess(who === 'staff' ? { who, rights } : { who }, as);
      return null;
    } catch (error) {
      return error instanceof Problem ? error.code : error;
    }
  };

  it.each([
    ['anyone', null, null],
    ['signed-in', null, 'signed_out'],
    ['signed-in', user, null],
    ['staff', null, 'signed_out'],
    ['staff', user, 'forbidden'],
    ['staff', staff, null],
    ['staff', { ...staff, secondFactor: 'asked' as const }, 'second_factor'],
    ['staff', { ...staff, secondFactor: 'demanded' as const }, 'second_factor_demanded'],
    ['staff', { ...staff, secondFactor: 'given' as const }, null],
  ] as const)('%s for %j: %s', (who, as, code) => {
    expect(refusal(who, as)).toBe(code);
  });

  it.each([
    [['moderator'], ['moderator'], null],
    [['editor'], ['moderator'], 'forbidden'],
    [['editor', 'treasurer'], ['moderator', 'treasurer'], null],
    [['administrator'], ['editor'], null],
    [['editor', 'moderator', 'treasurer'], ['administrator'], 'forbidden'],
    [['treasurer'], 'any', null],
  ] as const)('staff with %j call what needs %j: %s', (rights, needed, code) => {
    expect(refusal('staff', { ...staff, rights: [...rights] }, needed)).toBe(code);
  });

  it('are all there are', () => {
    const all = new Set([...endpoints.map(({ who }) => who), ...[...routes, notFoundRoute].map(({ who }) => who)]);
    expect(['anyone', 'signed-in', 'staff']).toEqual(expect.arrayContaining([...all]));
  });
});
