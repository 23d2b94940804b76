/** Staff take a whole import back: what nobody has touched since is as it was. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { Change, QueueItem, StaffBusiness } from '#features/approvals/contract.ts';
import { boundRunImportJob } from '#features/imports/server/run-import.ts';
import { sweepImports } from '#features/imports/server/start-import.ts';
import type { ImportRunDetail, ImportUploadDetail } from '#features/imports/staff-contract.ts';
import { auditLog, businesses, importChanges, listingOrders, recommendations } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { dayMs } from '#shared/times.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { storeImportCategories } from '#tests/support/run-import.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let folder = '';
let services: Services;
let staff: TestBrowser;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alameda-imports-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  await storeImportCategories(database.db);
  services = testServices(database, { env: { DATA_DIR: folder } });
  const member = await aUser(database.db, { role: 'staff' });
  staff = new TestBrowser(createApi(services)).withSession(await aSession(database.db, member.id));
});

const imports = '/api/staff/imports';
const work = (runId: string) =>
  boundRunImportJob.run({ runId }, { ...services, jobId: randomUUID(), queuedAt: new Date(), retryCount: 0 });
const runOf = async (id: string) => answerOf<ImportRunDetail>(await staff.get(`${imports}/runs/${id}`));
const undo = (id: string) => staff.post(`${imports}/runs/${id}/undo`, { body: {} });

async function imported(text: string, dryRun = false): Promise<ImportRunDetail> {
  const upload = { body: new TextEncoder().encode(text), headers: { 'Content-Type': 'application/octet-stream' } };
  const file = await answerOf<ImportUploadDetail>(await staff.post(`${imports}?fileName=list.csv`, upload));
  const wish = { dryRun, category: 'shopping', fields: file.columns.map(({ field }) => field) };
  const { id } = await answerOf<ImportRunDetail>(await staff.post(`${imports}/${file.id}/runs`, { body: wish }));
  await work(id);
  return runOf(id);
}

async function undone(id: string): Promise<ImportRunDetail> {
  const run = await answerOf<ImportRunDetail>(await undo(id));
  expect(run).toMatchObject({ status: 'queued', undoesId: id, isUndoable: false });
  await work(run.id);
  return runOf(run.id);
}

const names = async () => (await database.db.select().from(businesses)).map(({ name }) => name).toSorted();
const edits = async (id: string) => answerOf<Change[]>(await staff.get(`/api/staff/changes?state=all&business=${id}`));
const named = async (name: string) =>
  only(await database.db.select().from(businesses).where(eq(businesses.name, name)), name);
const known = () => imported('name,address,phone\nOld Press,2 Main St,\n');
const csv =
  'name,address,phone,website\nFig & Ladder,1 Main St,210-555-0101,\nOld Press,2 Main St,210-555-0102,https://press.example\n';

it('removes what it added, and what it changed is as before', async () => {
  await known();
  const before = await named('Old Press');
  const run = await imported(csv);
  // The listing says where it came from; one that was there says what added it.
  const origin = async (name: string) =>
    (await answerOf<StaffBusiness>(await staff.get(`/api/staff/businesses/${(await named(name)).id}`))).addedBy;
  expect(await origin('Fig & Ladder')).toMatchObject({
    uploadId: run.uploadId,
    fileName: 'list.csv',
    by: run.startedBy,
  });
  expect((await origin('Old Press'))?.uploadId).not.toBe(run.uploadId);
  expect(run).toMatchObject({ isUndoable: true, counts: { added: 1, updated: 1 } });
  expect(await named('Old Press')).not.toMatchObject({ website: before.website });
  const { version, updatedAt, ...content } = before;
  expect(await undone(run.id)).toMatchObject({
    ...{ status: 'done', percent: 100 },
    counts: { read: 2, removed: 1, updated: 1, skipped: 0 },
  });
  expect(await named('Old Press')).toMatchObject(content);
  expect(await names()).toEqual(['Old Press']);
  const actions = (await database.db.select().from(auditLog).orderBy(auditLog.id)).map(({ action }) => action);
  expect(actions.slice(-2)).toEqual(['import.undo-started', 'import.undone']);
  expect((await runOf(run.id)).isUndoable).toBe(false);
  expect((await undo(run.id)).status).toBe(409);
  // It can be imported again, and taken back again.
  expect(await imported(csv)).toMatchObject({ isUndoable: true, counts: { added: 1, updated: 1 } });
});

/** The tags that the processes with stored pages hear of meanwhile. */
async function announced(act: () => Promise<unknown>): Promise<string[]> {
  const client = await database.pool.connect();
  const heard: string[] = [];
  client.on('notification', ({ payload }) => heard.push(...(JSON.parse(payload ?? '[]') as string[])));
  await client.query('listen content_changes');
  await act();
  await client.query('select 1');
  client.release(true);
  return heard;
}

it('tells every process to forget the pages of the listings that it added, changed or removed, and of no others', async () => {
  const first = await announced(known);
  // Nobody has stored a page of a new listing: a first import of 100,000 names none.
  expect(first.filter((tag) => tag.startsWith('business:'))).toEqual([]);
  expect(first).toEqual(expect.arrayContaining(['businesses', 'categories', 'missing']));
  const other = await imported('name,address\nPlum Bar,3 Main St\n');
  const press = await named('Old Press');
  let run = other;
  const second = await announced(async () => {
    run = await imported(csv);
  });
  expect(second.filter((tag) => tag.startsWith('business:'))).toEqual([`business:${press.id}`]);
  expect(second).toContain('missing');
  const fig = await named('Fig & Ladder');
  const third = await announced(() => undone(run.id));
  expect(third.filter((tag) => tag.startsWith('business:')).toSorted()).toEqual(
    [`business:${press.id}`, `business:${fig.id}`].toSorted(),
  );
  expect(third).toEqual(expect.arrayContaining(['businesses', 'categories']));
});

it('leaves a listing for which somebody has paid', async () => {
  const run = await imported(csv);
  const { id } = await named('Fig & Ladder');
  const order = {
    plan: 'premium',
    amountCents: 9900,
    status: 'handled',
    businessId: id,
    createdAt: new Date(),
  } as const;
  await database.db.insert(listingOrders).values(order);
  expect(await undone(run.id)).toMatchObject({ counts: { removed: 1 } });
  expect(await names()).toEqual(['Fig & Ladder']);
});

it('says which listings it changes and how, before and after, and each field is put back among the edits', async () => {
  await known();
  const { id } = await named('Old Press');
  const changed = [
    { field: 'phone', before: '', after: '(210) 555-0102' },
    { field: 'website', before: '', after: 'https://press.example' },
  ];
  expect((await imported(csv, true)).updates).toEqual([{ id, name: 'Old Press', fields: changed }]);
  expect(await edits(id)).toEqual([]);
  const run = await imported(csv);
  expect(run.updates).toEqual([{ id, name: 'Old Press', fields: changed }]);
  const [edit] = await edits(id);
  expect(edit).toMatchObject({
    isImport: true,
    isByOwner: false,
    fields: changed.map((one) => ({ ...one, state: 'live' })),
  });
  await answerOf(await staff.post(`/api/staff/changes/${edit?.id}/undo`, { body: { fields: ['phone'] } }));
  expect(await named('Old Press')).toMatchObject({ phone: null, website: 'https://press.example' });
  // The edits wait for nobody, also when the account behind them is gone.
  await database.db.update(auditLog).set({ actorId: null }).where(eq(auditLog.action, 'business.edited'));
  expect(await answerOf<QueueItem[]>(await staff.get('/api/staff/queue'))).toEqual([]);
});

it('leaves what people have edited, taken over or written about since', async () => {
  await known();
  const rows = ['Edited', 'Owned', 'Liked', 'Free'].map((name, at) => `${name},${at + 10} Main St,,`);
  const run = await imported(`${csv}${rows.join('\n')}\n`);
  await database.db
    .update(businesses)
    .set({ version: 5 })
    .where(inArray(businesses.name, ['Edited', 'Old Press']));
  const owner = await aUser(database.db);
  await database.db.update(businesses).set({ ownerId: owner.id }).where(eq(businesses.name, 'Owned'));
  const { id: businessId } = await named('Liked');
  await database.db.insert(recommendations).values({ businessId, name: 'Ada', email: 'ada@example.org' });
  const why = [
    { name: 'Edited', why: 'edited' },
    { name: 'Liked', why: 'in-use' },
    { name: 'Old Press', why: 'edited' },
    { name: 'Owned', why: 'owned' },
  ];
  // The page names them before the undo, too.
  expect((await runOf(run.id)).remaining).toMatchObject({ count: 4, listings: why });
  expect((await undone(run.id)).counts).toMatchObject({ read: 6, removed: 2, updated: 0, skipped: 4 });
  expect(await names()).toEqual(['Edited', 'Liked', 'Old Press', 'Owned']);
  const { remaining } = await runOf(run.id);
  expect(remaining).toMatchObject({ count: 4, later: [] });
  expect(remaining).toMatchObject({ listings: why });
  expect(await named('Old Press')).toMatchObject({ website: 'https://press.example' });
  // The rest can be tried again.
  await database.db.delete(recommendations);
  expect((await undone(run.id)).counts).toMatchObject({ read: 4, removed: 1, skipped: 3 });
});

it('names what was merged into another listing or deleted since', async () => {
  await known();
  const run = await imported('name,address,phone\nPaper Kite,7 Main St,\nClosed Shop,8 Main St,\n');
  const [kite, closed, press] = [await named('Paper Kite'), await named('Closed Shop'), await named('Old Press')];
  await answerOf(await staff.post(`/api/staff/businesses/${kite.id}/merge`, { body: { into: press.id, reason: '' } }));
  await database.db.insert(auditLog).values({
    ...{ action: 'business.deleted', subjectType: 'business', subjectId: closed.id, data: { name: 'Closed Shop' } },
    actorKind: 'operator',
  });
  await database.db.delete(businesses).where(eq(businesses.id, closed.id));
  const left = {
    ...{ count: 2, undoable: 0 },
    listings: [
      { name: 'Closed Shop', why: 'gone', mergedInto: null },
      { name: 'Paper Kite', why: 'merged', mergedInto: press.id },
    ],
  };
  expect((await runOf(run.id)).remaining).toMatchObject(left);
  expect(await undone(run.id)).toMatchObject({ counts: { removed: 0, skipped: 2 }, remaining: left });
});

it('takes imports back in turn, the last one first', async () => {
  const first = await imported('name,address,phone\nFig & Ladder,1 Main St,210-555-0101\n');
  const second = await imported('name,address,phone\nFig & Ladder,1 Main St,210-555-0199\nNew,9 Main St,\n');
  expect(second.counts).toMatchObject({ added: 1, updated: 1 });
  const { id } = await named('Fig & Ladder');
  const blocked = {
    ...{ runId: first.id, count: 1, undoable: 1 },
    listings: [{ id, name: 'Fig & Ladder', isChangedByImport: true, why: 'import', mergedInto: null }],
    later: [{ uploadId: second.uploadId, fileName: 'list.csv', at: second.createdAt, count: 1 }],
  };
  expect(first.remaining).toBeNull();
  expect((await runOf(first.id)).remaining).toEqual(blocked);
  expect(second.remaining).toBeNull();
  const early = await undone(first.id);
  expect(early).toMatchObject({ counts: { removed: 0, skipped: 1 }, remaining: blocked });
  expect((await undone(second.id)).counts).toMatchObject({ removed: 1, updated: 1 });
  // The page of the first undo offers the rest now.
  expect((await runOf(early.id)).remaining).toMatchObject({ runId: first.id, count: 1, later: [] });
  expect((await runOf(first.id)).isUndoable).toBe(true);
  expect(await named('Fig & Ladder')).toMatchObject({ phone: '(210) 555-0101' });
  expect((await undone(first.id)).counts).toMatchObject({ removed: 1, skipped: 0 });
  expect(await names()).toEqual([]);
  expect((await runOf(early.id)).remaining).toBeNull();
});

it('is refused for trials, for what changed nothing, and after a month', async () => {
  expect(await imported(csv, true)).toMatchObject({ isUndoable: false });
  const run = await imported(csv);
  const again = await imported(csv);
  expect(again).toMatchObject({ isUndoable: false, counts: { unchanged: 2 } });
  expect(await problemOf(await undo(again.id))).toMatchObject({ status: 409 });
  expect((await undo(randomUUID())).status).toBe(404);
  await sweepImports({ ...services, now: () => new Date(Date.now() + 29 * dayMs) });
  expect(await database.db.$count(importChanges)).toBe(2);
  await sweepImports({ ...services, now: () => new Date(Date.now() + 31 * dayMs) });
  expect((await undo(run.id)).status).toBe(409);
});

it('waits for a running import, and two at once are one', async () => {
  const run = await imported(csv);
  const answers = await Promise.all([undo(run.id), undo(run.id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});
