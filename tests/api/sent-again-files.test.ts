/** Sends every file that makes something again: with one Idempotency-Key it makes one thing, and no file is left over. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApi, servedEndpoints } from '#app/api/api.ts';
import { businessPhotos, claims } from '#server/db/schema/index.ts';
import { fillPath } from '#shared/endpoint.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found, only } from '#tests/support/found.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let folder: string;
let ownerId: string;
let office: Record<'owner' | 'staff', TestBrowser>;
let businessId: string;
let picture: Buffer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alameda-data-'));
  const app = createApi(testServices(database, { env: { DATA_DIR: folder } }));
  ownerId = (await aUser(database.db)).id;
  const staff = await aUser(database.db, { role: 'staff' });
  office = {
    owner: new TestBrowser(app).withSession(await aSession(database.db, ownerId)),
    staff: new TestBrowser(app).withSession(await aSession(database.db, staff.id)),
  };
  businessId = (await aBusiness(database.db, { ownerId })).id;
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#963' } })
    .jpeg()
    .toBuffer();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Sample {
  by: 'owner' | 'staff';
  /** The table that gets one row more, and the folder that gets one item more. */
  table: string;
  place?: string;
  type: string;
  query?: string;
  file: () => Buffer;
  id?: () => Promise<string>;
}

const samples: Record<string, Sample> = {
  '/api/businesses/{id}/photos': {
    ...{ by: 'owner', table: 'business_photos', place: 'uploads', type: 'image/jpeg', file: () => picture },
    id: async () => businessId,
  },
  '/api/claims/{id}/documents': {
    ...{ by: 'owner', table: 'claim_documents', type: 'image/jpeg', file: () => picture },
    id: async () => {
      const claim = { businessId, userId: ownerId, plan: 'standard', amountCents: 2500 } as const;
      const times = { expiresAt: new Date(), submittedAt: new Date(), status: 'in_review' } as const;
      return only(
        await database.db
          .insert(claims)
          .values({ ...claim, ...times })
          .returning(),
        'claim',
      ).id;
    },
  },
  '/api/staff/imports': {
    ...{ by: 'staff', table: 'import_uploads', place: 'imports', type: 'application/octet-stream' },
    ...{ query: '?fileName=town.csv', file: () => Buffer.from('Name,Address\nOak Bakery,1 Oak Street\n') },
  },
};

const endpoints = servedEndpoints.flatMap(({ endpoint }) => (endpoint.creates && endpoint.upload ? [endpoint] : []));

it('has a sample of every file that makes something', () => {
  expect(endpoints.map(({ path }) => path).toSorted()).toEqual(Object.keys(samples).toSorted());
});

const rowsOf = async (table: string) =>
  Number((await database.pool.query(`select count(*) from "${table}"`)).rows[0]?.count);
const itemsOf = async (place = '') => (place === '' ? [] : readdir(join(folder, place)).catch(() => []));

describe.each(endpoints)('$path', ({ path }) => {
  it('makes one, twice at once and once more later, and another with another key', async () => {
    const { by, table, place, type, query = '', file, id } = found(samples[path], path);
    const address = fillPath(path, { id: await id?.() }) + query;
    const send = (key: string) =>
      office[by].write('POST', address, { body: file(), headers: { 'Content-Type': type, 'Idempotency-Key': key } });
    const rows = await rowsOf(table);
    const key = randomUUID();
    const sent = [...(await Promise.all([send(key), send(key)])), await send(key)];
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [first, ...others] = await Promise.all(sent.map((answer) => answer.json()));
    for (const other of others) expect(other).toEqual(first);
    expect((await rowsOf(table)) - rows).toBe(1);
    const kept = await itemsOf(place);
    await answerOf(await send(key));
    expect(await itemsOf(place)).toEqual(kept);
    await answerOf(await send(randomUUID()));
    expect((await rowsOf(table)) - rows).toBe(2);
    expect((await itemsOf(place)).length).toBe(2 * kept.length);
  });
});

it('keeps nothing of a file that was refused', async () => {
  const headers = { 'Content-Type': 'image/jpeg', 'Idempotency-Key': randomUUID() };
  const path = `/api/businesses/${businessId}/photos`;
  const send = (body: Buffer) => office.owner.write('POST', path, { body, headers });
  expect((await send(Buffer.from('no picture'))).status).toBe(415);
  expect((await send(picture)).status).toBe(201);
  expect(await database.db.$count(businessPhotos)).toBe(1);
});
