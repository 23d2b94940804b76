import { beforeEach, expect, it } from 'vitest';
import type { Conversation } from '#features/conversations/contract.ts';
import { businessSlugs, contactMessages } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { shownPage, testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
const visitor = () => new TestBrowser(testSite(testServices(database)));
beforeEach(() => forgetQueuedMail(database.pool));

const body = {
  name: 'Ada Oakley',
  email: 'ada@example.com',
  message: 'Subject: Mine\nPhone: Not provided\n\nIt is mine.',
};
const start = (browser: TestBrowser, about: string) =>
  browser.get(`/api/contact/listing?${new URLSearchParams({ about })}`).then(answerOf);

it('opens with a public listing, by its former address, too, and with nothing about another one', async () => {
  const { id } = await aBusiness(database.db, { name: 'Acorn Café', slug: 'acorn-cafe' });
  await database.db.insert(businessSlugs).values({ slug: 'acorn', businessId: id });
  await aBusiness(database.db, { slug: 'waits', status: 'pending' });
  const acorn = { listing: { slug: 'acorn-cafe', name: 'Acorn Café' }, person: null };
  expect(await start(visitor(), 'acorn-cafe')).toEqual(acorn);
  expect(await start(visitor(), 'acorn')).toEqual(acorn);
  for (const about of ['', 'waits', 'nothing-here', '"><script>', '\u0000']) {
    expect(await start(visitor(), about)).toEqual({ listing: null, person: null });
  }
});

it('knows who is signed in, and their own listing when staff have hidden it', async () => {
  const owner = await aUser(database.db, { username: 'Olga', email: 'olga@example.com' });
  const other = await aUser(database.db);
  await aBusiness(database.db, { name: 'Hidden Inn', slug: 'hidden-inn', status: 'hidden', ownerId: owner.id });
  const signedIn = async (id: string) => visitor().withSession(await aSession(database.db, id));
  expect(await start(await signedIn(owner.id), 'hidden-inn')).toEqual({
    listing: { slug: 'hidden-inn', name: 'Hidden Inn' },
    person: { name: 'Olga', email: 'olga@example.com' },
  });
  expect(await start(await signedIn(other.id), 'hidden-inn')).toMatchObject({ listing: null });
});

it('shows staff the listing with the message, in its mail and when they look for it', async () => {
  const { id } = await aBusiness(database.db, { name: 'Acorn Café', slug: 'acorn-cafe' });
  expect((await visitor().post('/api/contact', { body: { ...body, about: 'acorn-cafe' } })).status).toBe(200);
  const [mail] = await queuedMail(database.pool);
  expect(mail?.text).toContain('Acorn Café');
  expect(mail?.text).toContain(`http://oakbend.example/staff/businesses/${id}`);
  const moderator = await aUser(database.db, { role: 'staff', rights: ['moderator'] });
  const staff = visitor().withSession(await aSession(database.db, moderator.id));
  const [talk] = await answerOf<Conversation[]>(await staff.get('/api/staff/conversations'));
  expect(talk).toMatchObject({ kind: 'message', business: { id, name: 'Acorn Café' } });
  expect(JSON.stringify(await answerOf(await staff.get('/api/staff/find?text=acorn')))).toContain(talk?.id);
});

it.each(['nothing-here', '"><script>', ''])('takes a message about %j as one about nothing', async (about) => {
  expect((await visitor().post('/api/contact', { body: { ...body, about } })).status).toBe(200);
  expect(await database.db.select().from(contactMessages)).toMatchObject([{ businessId: null }]);
});

it('keeps the listing of a form that is sent without script, also after a mistake', async () => {
  const { id } = await aBusiness(database.db, { slug: 'acorn-cafe' });
  const form = {
    name: 'Ada Oakley',
    email: 'ada@example.com',
    phone: '',
    subject: 'Mine',
    message: 'It is mine, really.',
  };
  const address = '/contact?about=acorn-cafe&reason=ownership';
  expect(await shownPage(await visitor().submit(address, form))).toMatchObject({ status: 422, url: address });
  const sent = await visitor().submit(address, { ...form, subject: 'It is mine' });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/contact?sent=1']);
  expect(await database.db.select().from(contactMessages)).toMatchObject([{ businessId: id }]);
});

it('makes the page about a listing anew for each reader', async () => {
  expect((await visitor().get('/contact?about=acorn-cafe')).headers.get('cache-control')).toBe('no-store');
  expect((await visitor().get('/contact')).headers.get('cache-control')).not.toBe('no-store');
});
