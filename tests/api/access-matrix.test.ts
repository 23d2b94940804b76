/** Each call, made by each kind of person, on an own object and on another person's. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createApi, servedEndpoints } from '#app/api/api.ts';
import { type EndpointShape, fillPath } from '#shared/endpoint.ts';
import { problemStatus } from '#shared/problem.ts';
import { accessDecisions } from '#tests/support/access-decisions.ts';
import { makePeople, type Person, type RoleName, roles } from '#tests/support/access-roles.ts';
import { found } from '#tests/support/found.ts';
import { manageAll } from '#tests/support/manage-all.ts';
import { ownedCalls, picture, stateOfObjects } from '#tests/support/owned-objects.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase({ fresh: 'each-file' });
let app: ReturnType<typeof createApi>;
let people: ReadonlyMap<RoleName, Person>;
let owned: Awaited<ReturnType<typeof ownedCalls>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alameda-data-'));
  app = createApi(testServices(database, { env: { DATA_DIR: folder } }));
  people = new Map((await makePeople(database.db)).map((person) => [person.name, person]));
  owned = await ownedCalls(database.db);
});
afterAll(() => removeFolder(folder));

const endpoints = new Map(servedEndpoints.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint]));
const person = (name: RoleName) => found(people.get(name), name);
const unknownId = '019a0000-0000-7000-8000-000000000001';

interface Call {
  params?: Record<string, string>;
  body?: unknown;
  picture?: boolean;
}

async function call({ method, path }: EndpointShape, as: Person, given: Call = {}) {
  const browser = new TestBrowser(app, `192.0.2.${roles.findIndex(({ name }) => name === as.name) + 1}`);
  const session = await as.session();
  if (session !== null) browser.withSession(session);
  const everyName = Object.fromEntries(Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => [name, unknownId]));
  const address = fillPath(path, { ...everyName, ...given.params });
  if (method === 'GET') return browser.get(address);
  if (given.picture) {
    return browser.write(method, address, { body: new Uint8Array(picture), headers: { 'Content-Type': 'image/png' } });
  }
  return browser.write(method, address, { body: given.body ?? {} });
}

/** Statuses of a refusal for missing rights. */
const refusals = [401, 403];

it('has a decision on every call, and none on another', () => {
  expect([...accessDecisions.keys(), ...owned.keys()].toSorted()).toEqual([...endpoints.keys()].toSorted());
});

it('names the object of every call of signed-in people that has one', () => {
  const withObject = [...endpoints].filter(([, { who, path }]) => who === 'signed-in' && path.includes('{'));
  expect(withObject.map(([key]) => key).filter((key) => !owned.has(key))).toEqual([]);
});

/** Calls of signed-in people that name an object in their body, and that a test of their own makes on another person's. */
const namedInBody = [
  // A claim on a listing is for everybody: claims/.
  'POST /api/checkout/session',
  // premium/keep-plan.test.ts
  'POST /api/billing/keep',
  'POST /api/billing/cancel',
  // claims/change-claim-refused.test.ts
  'POST /api/billing/claim',
  // The browser's answer about its own key: passkeys.test.ts.
  'POST /api/auth/passkeys',
  'POST /api/auth/passkeys/proof',
];

it('knows every call of signed-in people whose body names an object', () => {
  const fieldsOf = ({ body }: EndpointShape) =>
    body === undefined ? '' : JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }));
  const naming = servedEndpoints.filter(
    ({ endpoint }) => endpoint.who === 'signed-in' && /"(id|\w+Id|slug)":/.test(fieldsOf(endpoint)),
  );
  const keys = naming.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(keys.filter((key) => !owned.has(key)).toSorted()).toEqual(namedInBody.toSorted());
});

describe.each(roles.map(({ name }) => name))('%s', (name) => {
  it('may make the calls that the decisions allow, and no other', async () => {
    const as = person(name);
    const isSignedIn = as.user !== null;
    const wrong: string[] = [];
    for (const [key, group] of accessDecisions) {
      const { status } = await call(found(endpoints.get(key), key), as);
      const wanted = as.may(group) ? 'no refusal' : isSignedIn ? 403 : 401;
      const got = refusals.includes(status) ? status : 'no refusal';
      if (got !== wanted || status >= 500) wrong.push(`${key}: ${status} instead of ${wanted}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** Lets one person make this call on a new object of the owner. */
async function callOnObject(key: string, as: Person) {
  const ownerId = found(person('owner').user, 'owner').id;
  const { make, body, picture: isPicture = false } = found(owned.get(key), key);
  const params = await make(database.db, ownerId);
  if (as.name === 'manager') await manageAll(database.db, ownerId, found(as.user, 'manager').id);
  const before = await stateOfObjects(database.db, ownerId);
  const given = { params, body: typeof body === 'function' ? body(params) : body, picture: isPicture };
  const response = await call(found(endpoints.get(key), key), as, given);
  return { response, isChanged: (await stateOfObjects(database.db, ownerId)) !== before };
}

const isTheirs = (key: string, { name }: Person) =>
  name === 'owner' ||
  (name === 'manager' && owned.get(key)?.managerMay === true) ||
  (['moderator', 'administrator'].includes(name) && owned.get(key)?.staffMay === true);

const others = roles.map(({ name }) => name).filter((name) => name !== 'owner');
const rightful = ['moderator', 'administrator', 'manager', 'owner'] as const;

describe('an object of one person', () => {
  it.each(others)('is neither read nor changed by %s without a right to it', async (name) => {
    const as = person(name);
    const wrong: string[] = [];
    for (const [key, { foreign }] of owned) {
      if (isTheirs(key, as)) continue;
      const { response, isChanged } = await callOnObject(key, as);
      const { status, code } = await problemOf(response);
      const wanted = as.user === null ? 'signed_out' : foreign;
      if (code !== wanted || status !== problemStatus[wanted]) wrong.push(`${key}: ${status} ${code}`);
      if (isChanged) wrong.push(`${key} changed something`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(rightful)('is open to %s where the decision says so', async (name) => {
    const as = person(name);
    const wrong: string[] = [];
    let made = 0;
    for (const [key, { own }] of owned) {
      if (!isTheirs(key, as)) continue;
      made++;
      const { response } = await callOnObject(key, as);
      const isRight = own === undefined ? response.ok : response.status === own;
      if (!isRight) wrong.push(`${key}: ${response.status} ${await response.text()}`);
    }
    expect(wrong).toEqual([]);
    expect(made).toBeGreaterThan(0);
  });
});
