/** Owners read and change their own businesses; other people cannot. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { auditLog, businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aBusinessForm } from '#tests/factories/a-business-form.ts';
import { aCategory, type Category } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let category: Category;
let owner: User;
let browser: TestBrowser;

const browserOf = async (user: User) =>
  new TestBrowser(createApi(testServices(database))).withSession(await aSession(database.db, user.id));

beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  category = await aCategory(database.db, { slug: 'food-dining', name: 'Food & Dining' });
  owner = await aUser(database.db, { username: 'ada', email: 'ada@example.com' });
  browser = await browserOf(owner);
});

const form = aBusinessForm;
const stored = async () => database.db.select().from(businesses);
const audited = async () => (await database.db.select().from(auditLog)).map(({ action, data }) => ({ action, data }));

describe('a new business', () => {
  it('may hold half of a character, as programs leave it that cut texts', async () => {
    const [name, note] = ['Fig & Ladder \ud83c', 'Away \udf33'];
    const closures = [{ from: '2030-07-04', to: '2030-07-05', note }];
    const made = await browser.post('/api/businesses', { body: { ...form, name, closures } });
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as { id: string };
    const changed = await browser.write('PUT', `/api/businesses/${id}`, { body: { ...form, name: `The ${name}` } });
    expect(await changed.json()).toMatchObject({
      name: 'The Fig & Ladder \ufffd',
      closures: [{ note: 'Away \ufffd' }],
    });
  });

  it('waits for review; staff and its owner are told by mail', async () => {
    const response = await browser.post('/api/businesses', { body: form });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      ...form,
      slug: 'fig-and-ladder',
      categoryName: 'Food & Dining',
      verified: false,
      status: 'pending',
      version: 1,
      ownerId: owner.id,
    });
    expect(await stored()).toMatchObject([
      {
        status: 'pending',
        ownerId: owner.id,
        submittedById: owner.id,
        nameKey: 'fig and ladder',
        addressKey: '12 oak',
      },
    ]);
    const [mail, received] = await queuedMail(database.pool);
    expect(received).toMatchObject({ to: 'ada@example.com', subject: 'We have your listing: Fig & Ladder' });
    expect(received?.text).toContain('We look at it within 24 hours');
    expect(mail).toMatchObject({ to: 'hello@oakbend.example', subject: 'New listing to review: Fig & Ladder' });
    expect(mail?.text).toContain('Sent in by: ada (ada@example.com)');
    expect(await audited()).toMatchObject([{ action: 'business.submitted' }]);
    expect((await browser.get('/api/businesses/fig-and-ladder')).status).toBe(404);
  });

  it('takes a category by its name, and needs neither phone, e-mail nor website', async () => {
    const { name, description, address } = form;
    const body = { name, description, address, category: 'Food & Dining', email: '', website: '' };
    expect((await browser.post('/api/businesses', { body })).status).toBe(201);
    expect(await stored()).toMatchObject([{ phone: null, email: null, website: null, categoryId: category.id }]);
  });

  it('cannot approve, feature, pay for or give away itself', async () => {
    const other = await aUser(database.db);
    const body = {
      ...form,
      ...{ id: owner.id, slug: 'mine', verified: true, status: 'approved', featured: true, featuredByStaff: true },
      ...{ isPremium: true, premiumExpiresAt: '2099-01-01', ownerId: other.id, submittedById: other.id, role: 'staff' },
      ...{ version: 9, approvedAt: '2020-01-01', logoUrl: '/x', imageUrl: '/x', source: 'x', __proto__: { a: 1 } },
    };
    expect((await browser.post('/api/businesses', { body })).status).toBe(201);
    const plain = { status: 'pending', featuredByStaff: false, premiumExpiresAt: null, ownerId: owner.id, version: 1 };
    expect(await stored()).toMatchObject([
      { ...plain, slug: 'fig-and-ladder', submittedById: owner.id, logoUrl: null, imageUrl: null, approvedAt: null },
    ]);
    const [update] = await stored();
    expect(
      (await browser.write('PUT', `/api/businesses/${update?.id}`, { body: { ...body, version: 1 } })).status,
    ).toBe(200);
    expect(await stored()).toMatchObject([{ ...plain, logoUrl: null, imageUrl: null, approvedAt: null }]);
  });

  it.each([
    [{ name: '' }, { name: 'Business name is required' }],
    [{ name: undefined }, { name: 'Business name is required' }],
    [{ name: ' \n ' }, { name: 'Business name is required' }],
    [{ name: '\u200b\u202e\u3164' }, { name: 'Business name is required' }],
    [{ name: '🥐 !' }, { name: 'Please use a name with a letter or a digit' }],
    [{ name: 'x'.repeat(121) }, { name: 'Please keep it under 120 characters' }],
    [{ description: 'Too short' }, { description: 'Description must be at least 10 characters' }],
    [{ description: null }, { description: 'Description must be at least 10 characters' }],
    [{ description: 'x'.repeat(5001) }, { description: 'Please keep it under 5,000 characters' }],
    [{ category: '' }, { category: 'Category is required' }],
    [{ category: 'nothing' }, { category: 'Category is required' }],
    [{ address: '' }, { address: 'Address is required' }],
    [{ email: 'nobody' }, { email: 'Invalid email' }],
    [{ website: 'javascript:alert(1)' }, { website: 'Invalid URL' }],
    [{ website: 'ftp://figs.example.com' }, { website: 'Invalid URL' }],
    [{ website: 'data:text/html,hi' }, { website: 'Invalid URL' }],
    [{ website: 'https://user:secret@figs.example.com' }, { website: 'Invalid URL' }],
    [{ website: 'not a site' }, { website: 'Invalid URL' }],
    [{ hours: { mon: [['09:00', '09:00']] } }, { 'hours.mon': 'Opening and closing time must differ' }],
    [
      { hours: { mon: [['18:00', '09:00']], tue: [['09:00', '17:00']] } },
      { 'hours.mon': "Monday's hours run into Tuesday's. Did you mean 9:00 AM to 6:00 PM?" },
    ],
    [
      { closures: [{ from: '2026-12-26', to: '2026-12-24' }] },
      { 'closures.0.to': 'The last day must not be before the first' },
    ],
    [{ closures: [{ from: 'soon', to: '2026-12-24' }] }, { 'closures.0.from': 'Please enter a date' }],
    [
      { socialLinks: { facebook: 'https://evil.example/facebook.com' } },
      { 'socialLinks.facebook': 'Please enter the address of your page on Facebook' },
    ],
  ])('is refused with %j', async (given, fields) => {
    const response = await browser.post('/api/businesses', { body: { ...form, ...given } });
    expect(await problemOf(response)).toMatchObject({ status: 422, code: 'invalid', fields });
    expect([await stored(), await queuedMail(database.pool), await audited()]).toEqual([[], [], []]);
  });

  it('of the same name gets another address, also when two come at once', async () => {
    const two = await Promise.all([1, 2].map(() => browser.post('/api/businesses', { body: form })));
    expect(two.map(({ status }) => status)).toEqual([201, 201]);
    expect((await stored()).map(({ slug }) => slug).toSorted()).toEqual([
      'fig-and-ladder',
      'fig-and-ladder-oak-street',
    ]);
  });

  it('needs somebody signed in', async () => {
    const response = await new TestBrowser(createApi(testServices(database))).post('/api/businesses', { body: form });
    expect(await problemOf(response)).toMatchObject({ status: 401, code: 'signed_out' });
  });

  it('is limited, since each is a mail', async () => {
    for (let sent = 0; sent < 20; sent++) await browser.post('/api/businesses', { body: form });
    expect((await browser.post('/api/businesses', { body: form })).status).toBe(429);
  });
});

describe('a business of somebody else', () => {
  it.each(['another owner', 'nobody'] as const)('(%s) is not shown, and nobody else may change it', async (whose) => {
    const other = whose === 'nobody' ? null : (await aUser(database.db)).id;
    const before = await aBusiness(database.db, { ownerId: other, submittedById: owner.id, categoryId: category.id });
    const path = `/api/businesses/${before.id}`;
    expect((await browser.get(`/api/businesses/id/${before.id}`)).status).toBe(404);
    const answers = [
      await browser.write('PUT', path, { body: form }),
      await browser.write('PUT', `${path}/logo`, {
        body: new Uint8Array(9),
        headers: { 'Content-Type': 'image/png' },
      }),
      await browser.write('DELETE', `${path}/logo`),
      await browser.post(`${path}/photos`, { body: new Uint8Array(9), headers: { 'Content-Type': 'image/png' } }),
      await browser.write('PUT', `${path}/photos`, { body: { photos: [] } }),
      await browser.write('DELETE', `${path}/photos/given`),
    ];
    for (const answer of answers) expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await stored()).toEqual([before]);
    expect(await audited()).toEqual([]);
  });

  it('is open to staff, unless their second factor is missing', async () => {
    const business = await aBusiness(database.db, { ownerId: owner.id, categoryId: category.id });
    const staff = await aUser(database.db, { role: 'staff' });
    expect((await (await browserOf(staff)).get(`/api/businesses/id/${business.id}`)).status).toBe(200);
    const careful = await aUser(database.db, { role: 'staff', totpSecret: 'x', totpConfirmedAt: new Date() });
    expect((await (await browserOf(careful)).get(`/api/businesses/id/${business.id}`)).status).toBe(404);
  });

  it.each(['nothing-here', '019a0000-0000-7000-8000-000000000001', '%00', "' or 1=1"])(
    'id %s is unknown',
    async (id) => {
      expect((await browser.get(`/api/businesses/id/${encodeURIComponent(id)}`)).status).toBe(404);
      expect((await browser.write('PUT', `/api/businesses/${encodeURIComponent(id)}`, { body: form })).status).toBe(
        404,
      );
    },
  );
});

describe('the own businesses', () => {
  it('come newest first, in every state', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const mine = { ownerId: owner.id, categoryId: category.id };
    await aBusiness(database.db, { ...mine, name: 'A', createdAt: at(1), premiumExpiresAt: at(9000) });
    await aBusiness(database.db, { ...mine, name: 'B', createdAt: at(2), status: 'rejected', rejectionReason: 'Far' });
    await aBusiness(database.db, { ...mine, name: 'C', createdAt: at(3), status: 'pending' });
    await aBusiness(database.db, { categoryId: category.id, name: 'Not mine' });
    expect(await (await browser.get('/api/user/businesses')).json()).toMatchObject([
      { name: 'C', status: 'pending', verified: false, isPremium: false, premiumExpiresAt: null },
      { name: 'B', status: 'rejected', rejectionReason: 'Far' },
      { name: 'A', status: 'approved', verified: true, isPremium: true, premiumExpiresAt: at(9000).toISOString() },
    ]);
  });
});

describe('look-alikes', () => {
  const similar = async (query: Record<string, string>) => {
    const response = await browser.get(`/api/businesses/similar?${new URLSearchParams(query)}`);
    return ((await response.json()) as { name: string }[]).map(({ name }) => name);
  };

  it('are approved, without an owner, and of the same name or place', async () => {
    const { addressKey, nameKey } = await import('#features/businesses/match-keys.ts');
    const place = async (name: string, address: string, given: Parameters<typeof aBusiness>[1] = {}) =>
      aBusiness(database.db, { name, address, nameKey: nameKey(name), addressKey: addressKey(address), ...given });
    await place('The Corner Bakery, Inc.', '1 Elm Street, Oak Bend, TX');
    await place('Elm Street Bread', '12 Oak St, Oak Bend, TX');
    await place('Corner Bakery', '5 Pine Street', { ownerId: owner.id });
    await place('Corner Bakery', '6 Pine Street', { status: 'pending' });
    expect(await similar({ name: 'Corner Bakery' })).toEqual(['The Corner Bakery, Inc.']);
    expect(await similar({ name: 'Bread Shop', address: '12 Oak Street, Oak Bend' })).toEqual(['Elm Street Bread']);
    expect(await similar({ name: 'Corner Bakery', address: '5 Pine St' })).toEqual([
      'Corner Bakery',
      'The Corner Bakery, Inc.',
    ]);
    expect(await similar({ name: 'Barber', address: '5 Pine St' })).toEqual([]);
    expect(await similar({ name: 'Barber' })).toEqual([]);
    expect(await similar({ name: '' })).toEqual([]);
    expect(await similar({ name: '%_"\\' })).toEqual([]);
  });
});

describe('addresses', () => {
  const complete = async (typed: string) => {
    const response = await browser.get(`/api/businesses/addresses?${new URLSearchParams({ typed })}`);
    expect(response.status).toBe(200);
    return response.json();
  };

  it('are completed from the streets of the listings, with the typed house number', async () => {
    const at = (address: string, given: Parameters<typeof aBusiness>[1] = {}) =>
      aBusiness(database.db, { address, ...given });
    await at('5319 McCullough Ave Suite 101, Oak Bend, TX 78212');
    await at('4901 McCullough Ave #3, Oak Bend, TX 78212');
    await at('12 North McCullough Road, Oak Bend, TX 78212');
    await at('77 Secret Street, Oak Bend, TX 78212', { status: 'pending' });
    await at('Mccullough');
    expect(await complete('120 mccul')).toEqual([
      '120 McCullough Ave, Oak Bend, TX 78212',
      '120 North McCullough Road, Oak Bend, TX 78212',
    ]);
    expect(await complete('12B  N')).toEqual([]);
    expect(await complete('12b north Mc')).toEqual(['12b North McCullough Road, Oak Bend, TX 78212']);
    for (const nothing of ['mccul', '12', '1 secret', '1 (.*', '1 %%', '120 mccullough ave, oak bend, tx 78212', '']) {
      expect(await complete(nothing)).toEqual([]);
    }
  });
});
