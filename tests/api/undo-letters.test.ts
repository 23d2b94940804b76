/** Staff undo what they decided about letters: reports, messages, suggested changes and recommendations. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import {
  auditLog,
  contactMessages,
  corrections,
  recommendations,
  reports,
  type staffActs,
  users,
} from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let now: number;
let staff: TestBrowser;
let colleague: TestBrowser;
let businessId: string;
beforeEach(async () => {
  now = Date.now();
  const app = createApi(testServices(database, { now: () => new Date(now) }));
  const browser = async () =>
    new TestBrowser(app).withSession(await aSession(database.db, (await aUser(database.db, { role: 'staff' })).id));
  staff = await browser();
  colleague = await browser();
  businessId = (await aBusiness(database.db, { name: 'Oak Bakery' })).id;
});

const undo = (id: string, by = staff) => by.post('/api/staff/undo', { body: { subjectId: id } });
const idOf = (rows: { id: string }[]) => only(rows, 'row').id;

async function aReport(): Promise<string> {
  const report = { businessId, reason: 'closed', text: 'The door is locked.' } as const;
  return idOf(await database.db.insert(reports).values(report).returning({ id: reports.id }));
}

async function aMessage(): Promise<string> {
  const message = { name: 'Ada', email: 'ada@example.org', message: 'Is the map for sale?' };
  return idOf(await database.db.insert(contactMessages).values(message).returning({ id: contactMessages.id }));
}

async function aCorrection(): Promise<string> {
  const suggested = { businessId, field: 'phone', right: '210-555-0199', source: 'The door' } as const;
  return idOf(await database.db.insert(corrections).values(suggested).returning({ id: corrections.id }));
}

/** One that is shown, with an open report about it. */
async function aRecommendation(): Promise<string> {
  const recommended = { businessId, name: 'Maria', email: 'maria@example.org', status: 'shown' } as const;
  const id = idOf(await database.db.insert(recommendations).values(recommended).returning({ id: recommendations.id }));
  await database.db
    .insert(reports)
    .values({ businessId, recommendationId: id, reason: 'other', text: 'Not a customer.' });
  return id;
}

const letters = async () => ({
  reports: await database.db.select({ id: reports.id, resolvedAt: reports.resolvedAt }).from(reports),
  messages: await database.db
    .select({ id: contactMessages.id, answeredAt: contactMessages.answeredAt })
    .from(contactMessages),
  corrections: await database.db
    .select({ status: corrections.status, decidedAt: corrections.decidedAt, by: corrections.decidedById })
    .from(corrections),
  recommendations: await database.db.select({ status: recommendations.status }).from(recommendations),
});

type Kind = (typeof staffActs.$inferSelect)['kind'];
const decisions: [Kind, string, () => Promise<string>, (id: string, by?: TestBrowser) => Promise<Response>][] = [
  [
    ...(['conversation', 'a report that is closed', aReport] as const),
    (id, by = staff) => by.write('PUT', `/api/staff/conversations/${id}/state`, { body: { state: 'closed' } }),
  ],
  [
    ...(['conversation', 'a message that is closed', aMessage] as const),
    (id, by = staff) => by.write('PUT', `/api/staff/conversations/${id}/state`, { body: { state: 'closed' } }),
  ],
  ...(['declined', 'done'] as const).map((as): (typeof decisions)[number] => [
    ...(['correction', `a suggested change that is ${as}`, aCorrection] as const),
    (id, by = staff) => by.post(`/api/staff/corrections/${id}/close`, { body: { as } }),
  ]),
  [
    ...(['recommendation', 'a recommendation that is hidden', aRecommendation] as const),
    (id, by = staff) => by.write('PUT', `/api/staff/recommendations/${id}`, { body: { shown: false } }),
  ],
];

describe.each(decisions)('%s: %s', (kind, _, make, decide) => {
  it('is as it was, once, and the audit log says so', async () => {
    const id = await make();
    const before = await letters();
    await answerOf(await decide(id));
    expect(await letters()).not.toEqual(before);
    now += 29_000;
    await answerOf(await undo(id));
    expect(await letters()).toEqual(before);
    const lines = (await database.db.select().from(auditLog).orderBy(auditLog.id)).map(({ action }) => action);
    expect(lines).toHaveLength(2);
    expect(lines.at(-1)).toMatch(new RegExp(`^${kind}\\.(undone|reopened|shown)$`));
    expect((await undo(id)).status).toBe(409);
    // It can be decided anew.
    expect((await decide(id)).status).toBe(200);
  });

  it('stays when the time is over, for others, and for somebody whose right was taken away', async () => {
    const id = await make();
    await answerOf(await decide(id));
    const decided = await letters();
    expect((await undo(id, colleague)).status).toBe(409);
    await database.db.update(users).set({ rights: ['editor'] });
    expect((await undo(id)).status).toBe(403);
    await database.db.update(users).set({ rights: ['moderator'] });
    now += 36_000;
    expect((await problemOf(await undo(id))).message).toContain('The time to undo this is over');
    expect(await letters()).toEqual(decided);
  });
});

describe('is refused after a colleague', () => {
  it.each([
    ['opened and closed the report', aReport],
    ['opened and closed the message', aMessage],
  ] as const)('%s', async (_, make) => {
    const id = await make();
    const mark = (by: TestBrowser, state: string) =>
      by.write('PUT', `/api/staff/conversations/${id}/state`, { body: { state } });
    await answerOf(await mark(staff, 'closed'));
    now += 1000;
    await answerOf(await mark(colleague, 'open'));
    await answerOf(await mark(colleague, 'closed'));
    const decided = await letters();
    expect((await problemOf(await undo(id))).message).toMatch(/^owner-\d+ dealt with it just now\.$/);
    expect(await letters()).toEqual(decided);
  });

  it('showed the recommendation', async () => {
    const id = await aRecommendation();
    const show = (by: TestBrowser, shown: boolean) =>
      by.write('PUT', `/api/staff/recommendations/${id}`, { body: { shown } });
    await answerOf(await show(staff, false));
    await answerOf(await show(colleague, true));
    expect((await undo(id)).status).toBe(409);
    expect((await letters()).recommendations).toEqual([{ status: 'shown' }]);
  });

  it('and a suggested change whose listing is gone stays closed', async () => {
    const id = await aCorrection();
    await answerOf(await staff.post(`/api/staff/corrections/${id}/close`, { body: { as: 'done' } }));
    await database.db.delete(corrections);
    expect((await undo(id)).status).toBe(404);
  });
});
