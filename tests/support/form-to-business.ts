/** The tests that every visitor's form about a listing has to pass: former slugs, programs that fill in forms, and limits. */
import { expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { businessSlugs } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { queuedMail } from './queued-mail.ts';
import { problemOf, TestBrowser } from './test-browser.ts';
import type { TestDatabase } from './test-database.ts';
import { testServices } from './test-services.ts';

interface FormToBusiness {
  database: TestDatabase;
  /** The listing of a test, at /business/oak-bakery. */
  business: () => Business;
  /** The last part of the form's path in the API: 'messages' for /api/businesses/{slug}/messages. */
  call: string;
  /** A body that is accepted. */
  body: object;
  /** Counts what was sent and kept. */
  kept: () => Promise<number>;
}

/** Adds the tests to the current suite. Each needs `beforeEach` to have made the listing and to have emptied the mail queue. */
export function testFormToBusiness({ database, business, call, body, kept }: FormToBusiness): void {
  const send = (given: object = {}, slug = 'oak-bakery', address?: string) =>
    new TestBrowser(createApi(testServices(database)), address).post(`/api/businesses/${slug}/${call}`, {
      body: { ...body, ...given },
    });

  it('finds a listing by its former slug, and none that the public does not see', async () => {
    const { id, ownerId } = business();
    await database.db.insert(businessSlugs).values({ slug: 'old-oak', businessId: id });
    expect((await send({}, 'old-oak')).status).toBe(201);
    await aBusiness(database.db, { slug: 'unseen', status: 'hidden', ownerId });
    await aBusiness(database.db, { slug: 'unread', status: 'pending', ownerId });
    for (const slug of ['unseen', 'unread', 'nothing', '%00', 'x'.repeat(300)]) {
      expect((await problemOf(await send({}, slug))).status, slug).toBe(404);
    }
  });

  it('from a program that fills in the hidden field gets the usual answer, and is dropped', async () => {
    expect((await send({ topic: 'Cheap pills' })).status).toBe(201);
    expect(await kept()).toBe(0);
    expect(await queuedMail(database.pool)).toEqual([]);
  });

  it('is limited by client address and by listing', async () => {
    for (let sent = 0; sent < 20; sent++) expect((await send()).status).toBe(201);
    expect(await problemOf(await send())).toMatchObject({ status: 429, code: 'too_many' });
    for (let sent = 0; sent < 10; sent++) expect((await send({}, 'oak-bakery', `203.0.113.${sent}`)).status).toBe(201);
    expect((await send({}, 'oak-bakery', '203.0.113.99')).status).toBe(429);
  });
}
