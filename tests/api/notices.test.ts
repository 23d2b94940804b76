import { expect, it } from 'vitest';
import { createRequestHandler } from '#app/front/request-handler.ts';
import type { Notice } from '#features/notices/contract.ts';
import type { StaffNotice } from '#features/notices/staff-contract.ts';
import { auditLog } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { answerOf, aStaffOffice } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const calls = '/api/staff/notices';

const water = { severity: 'emergency', text: 'Boil tap water before you drink it.', url: '/news', label: 'What to do' };
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

it('is put up, changed, taken down and put back by staff, each with an audit row', async () => {
  const { staff, visitor } = await aStaffOffice(database);
  const shown = async () => (await answerOf<Notice[]>(await visitor.get('/api/notices'))).map(({ text }) => text);
  expect(await shown()).toEqual([]);

  const made = await answerOf<StaffNotice>(await staff.post(calls, { body: water }));
  expect(made).toMatchObject({ ...water, state: 'up', endsAt: null, version: 1, createdBy: 'stella' });
  expect(await shown()).toEqual([water.text]);

  const path = `${calls}/${made.id}`;
  const changed = { notice: { ...water, text: 'Boil it for a minute.', endsAt: inMinutes(60) }, version: 1 };
  expect(await answerOf(await staff.write('PUT', path, { body: changed }))).toMatchObject({ version: 2, state: 'up' });
  expect((await staff.write('PUT', path, { body: changed })).status).toBe(409);
  expect(await shown()).toEqual(['Boil it for a minute.']);

  const down = { body: { shown: false } };
  expect(await answerOf(await staff.write('PUT', `${path}/shown`, down))).toMatchObject({ state: 'taken down' });
  expect((await staff.write('PUT', `${path}/shown`, down)).status).toBe(409);
  expect(await shown()).toEqual([]);
  expect(await answerOf(await staff.write('PUT', `${path}/shown`, { body: { shown: true } }))).toMatchObject({
    state: 'up',
  });
  expect(await shown()).toEqual(['Boil it for a minute.']);

  const rows = await database.db.select().from(auditLog).orderBy(auditLog.id);
  expect(rows.filter(({ subjectId }) => subjectId === made.id).map(({ action }) => action)).toEqual([
    'notice.put-up',
    'notice.changed',
    'notice.taken-down',
    'notice.put-back',
  ]);
  const [newest] = await answerOf<{ subjectName: string }[]>(await staff.get('/api/staff/audit?action=notice.'));
  expect(newest?.subjectName).toBe('Boil it for a minute.');
});

it('follows the clock from its start to its end, and stays in the list of staff', async () => {
  const { staffUser } = await aStaffOffice(database);
  const at = (now: string) => createRequestHandler(testServices(database, { now: () => new Date(now) }), noPages);
  const desk = async (now: string) => new TestBrowser(at(now)).withSession(await aSession(database.db, staffUser.id));
  const times = { startsAt: '2026-07-04T10:00:00Z', endsAt: '2026-07-04T12:00:00Z' };
  const morning = await desk('2026-07-04T08:00:00Z');
  const { id } = await answerOf<StaffNotice>(await morning.post(calls, { body: { ...water, ...times } }));
  const states = [];
  for (const now of ['09:59:59', '10:00:00', '11:59:59', '12:00:00']) {
    const day = `2026-07-04T${now}Z`;
    const public_ = await answerOf<Notice[]>(await new TestBrowser(at(day)).get('/api/notices'));
    const feed = await (await new TestBrowser(at(day)).get('/feeds/news.xml')).text();
    expect(feed.includes(`#notice-${id}`)).toBe(public_.length === 1);
    const [row] = await answerOf<StaffNotice[]>(await (await desk(day)).get(calls));
    states.push([row?.state, public_.length]);
  }
  expect(states).toEqual([
    ['planned', 0],
    ['up', 1],
    ['up', 1],
    ['ended', 0],
  ]);

  const evening = await desk('2026-07-04T20:00:00Z');
  const back = await evening.write('PUT', `${calls}/${id}/shown`, { body: { shown: false } });
  expect(back.status).toBe(409);
  const past = { ...water, endsAt: '2026-07-04T19:00:00Z' };
  const refused = await evening.post(calls, { body: past });
  expect([refused.status, Object.keys((await refused.json()).fields)]).toEqual([422, ['endsAt']]);
});

it('stands first in the news feeds as an entry of its own, with its link', async () => {
  const { staff, staffUser } = await aStaffOffice(database);
  await answerOf(await staff.post(calls, { body: { ...water, text: 'Boil <water> & wait.' } }));
  const site = new TestBrowser(createRequestHandler(testServices(database), noPages)).withSession(
    await aSession(database.db, staffUser.id),
  );
  const { items } = await answerOf<{ items: object[] }>(await site.get('/feeds/news.json'));
  expect(items[0]).toMatchObject({
    title: 'Emergency: Boil <water> & wait.',
    url: 'http://oakbend.example/news',
    content_html: '<p>Boil &#60;water&#62; &#38; wait.</p>',
  });
  expect(await (await site.get('/feeds/news.xml')).text()).toContain('Emergency: Boil');
  expect(await (await site.get('/feeds/news/community.xml')).text()).not.toContain('Emergency: Boil');
});

it('refuses an eleventh, a hostile link, and everybody who is not staff', async () => {
  const { staff, owner, visitor } = await aStaffOffice(database);
  const hostile = await staff.post(calls, { body: { ...water, url: 'javascript:alert(1)' } });
  expect([hostile.status, Object.keys((await hostile.json()).fields)]).toEqual([422, ['url']]);
  for (let n = 0; n < 10; n++) await answerOf(await staff.post(calls, { body: { ...water, text: `Notice ${n}` } }));
  expect((await staff.post(calls, { body: water })).status).toBe(409);
  const [first] = await answerOf<StaffNotice[]>(await staff.get(calls));
  await answerOf(await staff.write('PUT', `${calls}/${first?.id}/shown`, { body: { shown: false } }));
  expect((await staff.post(calls, { body: water })).status).toBe(201);

  expect((await owner.post(calls, { body: water })).status).toBe(403);
  expect((await visitor.post(calls, { body: water })).status).toBe(401);
  expect((await staff.post(calls, { body: water, token: false })).status).toBe(403);
  expect((await staff.get(`${calls}/${(await aUser(database.db)).id}`)).status).toBe(404);
});

it('is on the plain page that says that the site has trouble, too', async () => {
  const { staff } = await aStaffOffice(database);
  await answerOf(await staff.post(calls, { body: water }));
  const site = new TestBrowser(createRequestHandler(testServices(database), noPages));
  await site.get('/api/notices');
  const page = await site.get('/history');
  expect(page.status).toBe(500);
  expect(await page.text()).toContain('<strong>Emergency:</strong> Boil tap water');
});

/** Calls and feeds need no pages. */
const noPages = {
  render: async () => {
    throw new Error('no page is asked for here');
  },
  wrap: () => [],
};
