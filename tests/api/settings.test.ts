import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { City, HelpfulLinks, HomeGuide } from '#features/city-guide/contract.ts';
import type { SettingHistory } from '#features/settings/history-contract.ts';
import type { StaffSettings } from '#features/settings/staff-contract.ts';
import { refreshCity } from '#server/city-settings.ts';
import { auditLog, citySettings } from '#server/db/schema/index.ts';
import { filesOf } from '#server/storage/site-files.ts';
import { hasPicture, removePicture, storePicture } from '#server/storage/store-picture.ts';
import { answerOf, aStaffOffice } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();

const settings = '/api/staff/settings';
const cityOf = async (browser: TestBrowser) => answerOf<City>(await browser.get('/api/city'));

it('shows what staff set on every page, in every process, until it is taken back', async () => {
  const { staff, staffUser, visitor } = await aStaffOffice(database);
  const before = (await answerOf<StaffSettings>(await staff.get(settings))).contact;
  expect(before).toMatchObject({ changedAt: null, changedBy: null, value: { phone: '210-555-0100' } });

  const value = { ...before.value, phone: ' 210-555-0177 ', hours: [{ days: 'Every day', hours: '8 AM to 8 PM' }] };
  const put = (changedAt: string | null) => staff.write('PUT', `${settings}/contact`, { body: { value, changedAt } });
  const after = (await answerOf<StaffSettings>(await put(null))).contact;
  expect(after).toMatchObject({
    value: { phone: '210-555-0177' },
    packValue: { phone: '210-555-0100' },
    changedBy: 'stella',
  });
  expect((await put(null)).status).toBe(409);
  expect((await cityOf(visitor)).contact).toMatchObject({ phone: '210-555-0177', email: 'hello@oakbend.example' });

  const services = testServices(database);
  const other = new TestBrowser(createApi(services));
  expect((await cityOf(other)).contact.phone).toBe('210-555-0100');
  await refreshCity(database.db, services.city);
  expect((await cityOf(other)).contact.phone).toBe('210-555-0177');

  await answerOf(await staff.write('DELETE', `${settings}/contact`));
  expect((await staff.write('DELETE', `${settings}/contact`)).status).toBe(409);
  expect((await cityOf(visitor)).contact.phone).toBe('210-555-0100');
  const notes = await database.db.select().from(auditLog).where(eq(auditLog.subjectId, 'contact')).orderBy(auditLog.id);
  expect(notes.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['settings.changed', staffUser.id],
    ['settings.reset', staffUser.id],
  ]);
  expect(notes[0]?.data).toMatchObject({ phone: ['210-555-0100', '210-555-0177'] });
  expect(await answerOf(await staff.get(`${settings}/contact/history`))).toMatchObject([
    { by: 'stella', isReset: true, changes: [{ name: 'hours' }, { name: 'phone', from: '210-555-0177' }] },
    { by: 'stella', isReset: false, changes: [{ name: 'hours' }, { name: 'phone', to: '210-555-0177' }] },
  ]);
});

it('gives up only the change that was seen', async () => {
  const { staff, visitor } = await aStaffOffice(database);
  const own = (await answerOf<StaffSettings>(await staff.get(settings))).contact.value;
  const put = async (phone: string, changedAt: string | null) => {
    const body = { value: { ...own, phone }, changedAt };
    return (await answerOf<StaffSettings>(await staff.write('PUT', `${settings}/contact`, { body }))).contact.changedAt;
  };
  const giveUp = (changedAt: string | null) =>
    staff.write('DELETE', `${settings}/contact?changedAt=${encodeURIComponent(String(changedAt))}`);
  const first = await put('210-555-0177', null);
  const second = await put('210-555-0178', first);
  const refused = await giveUp(first);
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { message: expect.stringContaining('has changed this since') },
  ]);
  expect((await cityOf(visitor)).contact.phone).toBe('210-555-0178');
  await answerOf(await giveUp(second));
  expect((await cityOf(visitor)).contact.phone).toBe(own.phone);
});

it('takes targets, slides, links and the way to the ads', async () => {
  const { staff, visitor } = await aStaffOffice(database);
  const put = async (key: string, value: unknown) =>
    answerOf(await staff.write('PUT', `${settings}/${key}`, { body: { value, changedAt: null } }));
  const picture = { src: '/media/u/0198c0de-0000-7000-8000-000000000000.1600x700.webp', alt: 'The parade' };
  await put('footerLinks', {
    about: '/history',
    privacyPolicy: 'https://oakbend.example.com/privacy',
    termsOfUse: null,
    listYourBusiness: '/get-listed',
  });
  const postalBox = { street: 'PO Box 7', city: 'Oak Bend', region: 'TX', postalCode: '78299' };
  await put('postalBox', postalBox);
  await put('discoverLinks', { thingsToDo: '/events', placesToStay: null });
  await put('adsContact', 'ads@oakbend.example');
  await put('heroSlides', [
    { picture, title: 'Parade', subtitle: 'On the Fourth' },
    { picture: 'oak.svg', title: 'Oaks', subtitle: 'Tall' },
  ]);
  const links = [{ title: 'City Hall', url: 'https://city.example.com', text: 'The city' }];
  await put('helpfulLinks', [{ title: 'The city', icon: 'city', links }]);

  expect(await cityOf(visitor)).toMatchObject({
    adsContact: 'mailto:ads@oakbend.example',
    footerLinks: { about: '/history', termsOfUse: null },
    contact: { postalBox, phone: '210-555-0100' },
  });
  const home = await answerOf<HomeGuide>(await visitor.get('/api/city/home'));
  expect(home.discover.thingsToDo).toBe('/events');
  expect(home.heroSlides).toMatchObject([
    { picture: { ...picture, width: 1600, height: 700 }, title: 'Parade' },
    { picture: { alt: 'An oak' }, title: 'Oaks' },
  ]);
  const guide = await answerOf<HelpfulLinks>(await visitor.get('/api/city/helpful-links'));
  expect(guide.groups).toEqual([{ title: 'The city', icon: 'city', links }]);
});

it('puts former slides back, pictures too, and says where one is deleted', async () => {
  const { staff } = await aStaffOffice(database);
  const { uploads } = filesOf(testServices(database).env);
  const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#b5532f' } })
    .png()
    .toBuffer();
  const { src } = await storePicture(bytes, uploads);
  const path = `${settings}/heroSlides`;
  const put = async (value: unknown, changedAt: string | null) =>
    (await answerOf<StaffSettings>(await staff.write('PUT', path, { body: { value, changedAt } }))).heroSlides;
  const mine = [{ picture: { src, alt: 'The parade' }, title: 'Parade', subtitle: 'On the Fourth' }];
  const first = await put(mine, null);
  const second = await put([{ picture: 'oak.svg', title: 'Oaks', subtitle: 'Tall' }], first.changedAt);
  const history = () => staff.get(`${path}/history`).then((answer) => answerOf<SettingHistory>(answer));
  const [newest] = await history();
  expect(newest).toMatchObject({ changes: [{ from: mine }] });
  expect(newest).not.toHaveProperty('lacksPictures');
  expect(await hasPicture(src, uploads)).toBe(true);
  expect((await put(newest?.changes[0]?.from, second.changedAt)).value).toEqual(mine);
  await removePicture(src, uploads);
  expect((await history()).map(({ lacksPictures = false }) => lacksPictures)).toEqual([false, true, false]);
});

it('refuses what the pack would not take, saying where', async () => {
  const { staff } = await aStaffOffice(database);
  const cases: [key: string, value: unknown, fields: string[]][] = [
    [
      'contact',
      { phone: 'call me', email: 'x', supportEmail: 'a@b.co', responseTime: '', hours: [] },
      ['email', 'phone', 'responseTime'],
    ],
    [
      'footerLinks',
      { about: '//evil.example', privacyPolicy: null, termsOfUse: null, listYourBusiness: null },
      ['about'],
    ],
    ['discoverLinks', { thingsToDo: 'javascript:alert(1)', placesToStay: null }, ['thingsToDo']],
    ['adsContact', 'nowhere', ['adsContact']],
    ['postalBox', { street: '', city: 'Oak Bend', region: 'TX', postalCode: '1'.repeat(13) }, ['postalCode', 'street']],
    ['heroSlides', [], ['heroSlides']],
    [
      'heroSlides',
      Array.from({ length: 9 }, () => ({ picture: 'oak.svg', title: 'a', subtitle: 'b' })),
      ['heroSlides'],
    ],
    ['heroSlides', [{ picture: 'unknown.jpg', title: 'a', subtitle: 'b' }], ['0.picture']],
    [
      'heroSlides',
      [{ picture: { src: 'https://x.example/a.webp', alt: 'a' }, title: '', subtitle: 'b' }],
      ['0.picture.src', '0.title'],
    ],
    [
      'helpfulLinks',
      [{ title: 'a', icon: 'city', links: [{ title: 'b', url: 'ftp://x', text: 'c' }] }],
      ['0.links.0.url'],
    ],
  ];
  for (const [key, value, fields] of cases) {
    const response = await staff.write('PUT', `${settings}/${key}`, { body: { value, changedAt: null } });
    const refusal = (await response.json()) as { fields?: object };
    expect([key, response.status, Object.keys(refusal.fields ?? {}).toSorted()]).toEqual([key, 422, fields]);
  }
  expect(await database.db.select().from(citySettings)).toEqual([]);
});

it('passes over a stored value that this release does not take', async () => {
  await database.db.insert(citySettings).values([
    { key: 'contact', value: { phone: 7 } },
    { key: 'fromTheFuture', value: {} },
  ]);
  const { city } = testServices(database);
  await refreshCity(database.db, city);
  expect(city.facts.contact.phone).toBe('210-555-0100');
});

it('is for staff, and knows no other part', async () => {
  const { staff, owner } = await aStaffOffice(database);
  expect((await owner.get(settings)).status).toBe(403);
  const body = { value: 'x', changedAt: null };
  expect((await staff.write('PUT', `${settings}/timeZone`, { body })).status).toBe(404);
});
