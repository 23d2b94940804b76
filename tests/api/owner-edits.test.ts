/** Owners edit their businesses: edits are live at once, recorded, and never overwrite another person's edit. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { auditLog, businesses, businessSlugs } from '#server/db/schema/index.ts';
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

it('of the hours alone is saved where an import left description and address empty, which then may stay so', async () => {
  const bare = await aBusiness(database.db, {
    ...{ name: 'Oak Tree', slug: 'oak-tree', description: '', address: '', categoryId: category.id, ownerId: owner.id },
  });
  const { description, address, ...rest } = { ...form, name: 'Oak Tree', hours: { mon: [['09:00', '17:00']] } };
  const put = (body: object) => browser.write('PUT', `/api/businesses/${bare.id}`, { body });
  expect((await put(rest)).status).toBe(200);
  expect(await stored()).toMatchObject([{ description: '', address: '', hours: rest.hours }]);
  expect(await problemOf(await put({ ...rest, description: '' }))).toMatchObject({
    status: 422,
    fields: { description: 'Description must be at least 10 characters' },
  });
  expect((await put({ ...rest, description, address })).status).toBe(200);
  expect(await problemOf(await put(rest))).toMatchObject({
    status: 422,
    fields: { description: 'Description must be at least 10 characters', address: 'Address is required' },
  });
});

describe('an edit', () => {
  const mine = (given: Parameters<typeof aBusiness>[1] = {}) =>
    aBusiness(database.db, {
      ...{ ...form, slug: 'fig-and-ladder', categoryId: category.id, ownerId: owner.id, phone: '210-555-0142' },
      ...given,
    });

  it('of an approved business is live at once and recorded field by field', async () => {
    const { id } = await mine();
    const changes = { phone: '210-555-0199', website: 'figs.example.com/menu', email: '' };
    const response = await browser.write('PUT', `/api/businesses/${id}`, { body: { ...form, ...changes, version: 1 } });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { phone: '210-555-0199', website: 'https://figs.example.com/menu', email: null, version: 2, status: 'approved' },
    ]);
    expect(await (await browser.get('/api/businesses/fig-and-ladder')).json()).toMatchObject({ phone: '210-555-0199' });
    expect(await database.db.select().from(auditLog)).toMatchObject([
      {
        actorId: owner.id,
        action: 'business.edited',
        subjectType: 'business',
        subjectId: id,
        data: {
          phone: ['210-555-0142', '210-555-0199'],
          website: ['https://figs.example.com/', 'https://figs.example.com/menu'],
          email: ['figs@example.com', null],
        },
      },
    ]);
  });

  it('chooses properties: kept in the order of the list, recorded, and gone when none is left', async () => {
    const { id } = await mine();
    const put = (properties: unknown) =>
      browser.write('PUT', `/api/businesses/${id}`, { body: { ...form, properties } });
    const chosen = ['wheelchair-accessible', 'delivery', 'delivery'];
    expect(await (await put(chosen)).json()).toMatchObject({ properties: ['delivery', 'wheelchair-accessible'] });
    const page = await browser.get('/api/businesses/fig-and-ladder');
    expect(await page.json()).toMatchObject({ properties: ['delivery', 'wheelchair-accessible'] });
    const [card] = (await (await browser.get('/api/businesses')).json()) as object[];
    expect(card).toMatchObject({ properties: ['delivery', 'wheelchair-accessible'] });
    // The same choices in another order change nothing; a form without the field changes nothing either.
    await put(['wheelchair-accessible', 'delivery']);
    await browser.write('PUT', `/api/businesses/${id}`, { body: form });
    await put([]);
    expect((await audited()).map(({ data }) => data)).toEqual([
      { properties: [[], ['delivery', 'wheelchair-accessible']] },
      { properties: [['delivery', 'wheelchair-accessible'], []] },
    ]);
    const data = await (await browser.get('/api/account/data')).json();
    expect(data).toMatchObject({ businesses: [{ properties: [] }] });
  });

  it('refuses a property that the town does not have, but keeps one that it had', async () => {
    const { id } = await mine({ properties: ['sauna'] });
    const put = (properties: unknown) =>
      browser.write('PUT', `/api/businesses/${id}`, { body: { ...form, properties } });
    expect(await problemOf(await put(['jacuzzi']))).toMatchObject({
      status: 422,
      fields: { properties: "There is no property 'jacuzzi'" },
    });
    expect((await put('delivery')).status).toBe(422);
    expect(await (await put(['delivery', 'sauna'])).json()).toMatchObject({ properties: ['delivery', 'sauna'] });
  });

  it('that changes nothing writes nothing; what is left out stays', async () => {
    const { id } = await mine({ hours: { mon: [['09:00', '17:00']] }, socialLinks: { x: 'https://x.com/figs' } });
    const { name, description, address } = form;
    const body = { name, description, category: 'food-dining', address };
    expect((await browser.write('PUT', `/api/businesses/${id}`, { body })).status).toBe(200);
    expect(await stored()).toMatchObject([
      {
        version: 1,
        phone: '210-555-0142',
        hours: { mon: [['09:00', '17:00']] },
        socialLinks: { x: 'https://x.com/figs' },
      },
    ]);
    expect(await audited()).toEqual([]);
  });

  it('keeps hours, closings and links, in order', async () => {
    const { id } = await mine();
    const extras = {
      hours: { mon: [['09:00', '17:00']], fri: [['18:00', '02:00']], sun: [] },
      closures: [
        { from: '2030-12-24', to: '2030-12-26', note: 'Christmas' },
        { from: '2030-07-04', to: '2030-07-04', note: '' },
      ],
      socialLinks: { instagram: 'instagram.com/figs', facebook: '' },
    };
    expect((await browser.write('PUT', `/api/businesses/${id}`, { body: { ...form, ...extras } })).status).toBe(200);
    expect(await (await browser.get('/api/businesses/fig-and-ladder')).json()).toMatchObject({
      hours: extras.hours,
      closures: extras.closures.toReversed(),
      socialLinks: { instagram: 'https://instagram.com/figs' },
    });
  });

  it('of the name moves the page; the former address leads on, and a return takes it back', async () => {
    const { id } = await mine();
    const rename = (name: string) => browser.write('PUT', `/api/businesses/${id}`, { body: { ...form, name } });
    expect(await (await rename('Plum & Ladder')).json()).toMatchObject({ slug: 'plum-and-ladder' });
    const moved = await browser.get('/api/businesses/fig-and-ladder');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/api/businesses/plum-and-ladder']);
    expect(await stored()).toMatchObject([{ nameKey: 'plum and ladder' }]);
    expect(await (await rename('Fig & Ladder')).json()).toMatchObject({ slug: 'fig-and-ladder' });
    expect(await database.db.select().from(businessSlugs)).toMatchObject([{ slug: 'plum-and-ladder' }]);
  });

  it('of a pending business leaves no trace of its former address', async () => {
    const { id } = await mine({ status: 'pending', approvedAt: null });
    await browser.write('PUT', `/api/businesses/${id}`, { body: { ...form, name: 'Plum & Ladder' } });
    expect(await stored()).toMatchObject([{ slug: 'plum-and-ladder', status: 'pending' }]);
    expect(await database.db.select().from(businessSlugs)).toEqual([]);
  });

  it('of a rejected one asks for another review', async () => {
    const { id } = await mine({ status: 'rejected', rejectionReason: 'Not in town', approvedAt: null });
    const body = { ...form, address: '14 Oak Street, Oak Bend, TX' };
    expect((await browser.write('PUT', `/api/businesses/${id}`, { body })).status).toBe(200);
    expect(await stored()).toMatchObject([{ status: 'pending', rejectionReason: null }]);
    expect((await queuedMail(database.pool))[0]?.subject).toBe('Changed listing to review: Fig & Ladder');
    expect(await audited()).toMatchObject([{ action: 'business.resubmitted' }]);
  });

  it.each(['body', 'If-Match'])('of an old copy is refused with what is there now (version in %s)', async (place) => {
    const { id } = await mine();
    const put = (body: object, version: number) =>
      place === 'body'
        ? browser.write('PUT', `/api/businesses/${id}`, { body: { ...body, version } })
        : browser.write('PUT', `/api/businesses/${id}`, { body, headers: { 'If-Match': `"${version}"` } });
    expect((await put({ ...form, phone: '1' }, 1)).status).toBe(200);
    const late = await put({ ...form, phone: '2', name: 'Late' }, 1);
    expect(await problemOf(late)).toMatchObject({
      status: 409,
      code: 'conflict',
      fields: { phone: 'It now says: 1', name: 'It now says: Fig & Ladder' },
    });
    expect(await stored()).toMatchObject([{ phone: '1', name: 'Fig & Ladder', version: 2 }]);
    expect((await put({ ...form, phone: '2' }, 2)).status).toBe(200);
  });

  it('at the same moment as another: one of them is told', async () => {
    const { id } = await mine();
    const two = await Promise.all(
      ['1', '2'].map((phone) =>
        browser.write('PUT', `/api/businesses/${id}`, { body: { ...form, phone, version: 1 } }),
      ),
    );
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it.each([
    [{ name: '' }, { name: 'Business name is required' }],
    [{ category: 'nothing' }, { category: 'Category is required' }],
    [{ website: 'javascript:alert(1)' }, { website: 'Invalid URL' }],
    [{ email: 'nobody' }, { email: 'Invalid email' }],
  ])('is refused with %j', async (given, fields) => {
    const before = await mine();
    const response = await browser.write('PUT', `/api/businesses/${before.id}`, { body: { ...form, ...given } });
    expect(await problemOf(response)).toMatchObject({ status: 422, fields });
    expect(await stored()).toEqual([before]);
  });
});
