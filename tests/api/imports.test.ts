import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { rejectedRowsCsv } from '#features/imports/server/rejected-rows.ts';
import { boundRunImportJob } from '#features/imports/server/run-import.ts';
import { sweepImports } from '#features/imports/server/start-import.ts';
import type { ImportRunDetail, ImportUpload, ImportUploadDetail } from '#features/imports/staff-contract.ts';
import { auditLog, businesses, importRuns, importUploads } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { storeImportCategories } from '#tests/support/run-import.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
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
const upload = (text: string | Uint8Array<ArrayBuffer>, fileName = 'list.csv') =>
  staff.post(`${imports}?fileName=${fileName}`, {
    body: typeof text === 'string' ? new TextEncoder().encode(text) : text,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
const start = (id: string, given: object) =>
  staff.post(`${imports}/${id}/runs`, { body: { dryRun: false, category: null, ...given } });
const work = (runId: string, retryCount = 0) =>
  boundRunImportJob.run({ runId }, { ...services, jobId: randomUUID(), queuedAt: new Date(), retryCount });
const runOf = async (id: string) => answerOf<ImportRunDetail>(await staff.get(`${imports}/runs/${id}`));

const csv = 'Betrieb,Where,Tel\nFig & Ladder,1 Main St,210-555-0101\nOld Press,2 Main St,\n,=3 Main St,210-555-0103\n';

it('maps columns, tries, imports, and keeps what was refused', async () => {
  const file = await answerOf<ImportUploadDetail>(await upload(csv));
  expect(file).toMatchObject({ fileName: 'list.csv', kind: 'csv', isFileThere: true, runs: [], lastRun: null });
  expect(file.columns).toEqual([
    { name: 'Betrieb', field: null, samples: ['Fig & Ladder', 'Old Press', ''] },
    { name: 'Where', field: null, samples: ['1 Main St', '2 Main St', '=3 Main St'] },
    { name: 'Tel', field: 'phone', samples: ['210-555-0101', '', '210-555-0103'] },
  ]);

  const refusal = await start(file.id, { fields: [null, 'address', 'phone'] });
  expect(refusal.status).toBe(422);
  expect(await refusal.json()).toMatchObject({ fields: { fields: 'Please choose the column that holds the name' } });
  const fields = ['name', 'address', 'phone'];
  expect((await start(file.id, { fields, category: 'no-such' })).status).toBe(422);
  expect((await start(file.id, { fields: ['name'] })).status).toBe(422);

  const trial = await answerOf<ImportRunDetail>(await start(file.id, { fields, dryRun: true }));
  expect(trial).toMatchObject({ status: 'queued', dryRun: true, counts: null });
  expect((await start(file.id, { fields })).status).toBe(409);
  await work(trial.id);
  expect(await runOf(trial.id)).toMatchObject({
    status: 'done',
    percent: 100,
    counts: { read: 3, added: 2, rejected: 1 },
  });
  expect(await database.db.$count(businesses)).toBe(0);

  const run = await answerOf<ImportRunDetail>(await start(file.id, { fields, category: 'shopping' }));
  await work(run.id);
  expect(await runOf(run.id)).toMatchObject({
    status: 'done',
    attempts: 1,
    rejections: [{ line: 4, reason: 'no name', name: '', address: '=3 Main St' }],
  });
  expect((await database.db.select().from(businesses)).map(({ name }) => name).toSorted()).toEqual([
    'Fig & Ladder',
    'Old Press',
  ]);
  let text = '';
  for await (const piece of (await rejectedRowsCsv(database.db, run.id)) ?? []) text += piece;
  expect(text).toBe('line,reason,name,address,phone\r\n4,no name,,\u00a0=3 Main St,210-555-0103\r\n');
  expect(await rejectedRowsCsv(database.db, randomUUID())).toBeNull();

  const notes = await database.db.select().from(auditLog).where(eq(auditLog.subjectId, file.id)).orderBy(auditLog.id);
  expect(notes.map(({ action }) => action)).toEqual([
    ...['import.uploaded', 'import.tried', 'import.done', 'import.started', 'import.done'],
  ]);
  expect(await answerOf<ImportUpload[]>(await staff.get(imports))).toMatchObject([
    { lastRun: { id: run.id, dryRun: false } },
  ]);
});

it('keeps the cells behind the last column of a refused row, and refuses it again for the same while nobody mends it', async () => {
  const refusedRows = async (text: string) => {
    const file = await answerOf<ImportUploadDetail>(await upload(text));
    const fields = file.columns.map(({ field }) => field);
    const run = await answerOf<ImportRunDetail>(await start(file.id, { fields, category: 'shopping' }));
    await work(run.id);
    const { counts, rejections } = await runOf(run.id);
    let made = '';
    for await (const piece of (await rejectedRowsCsv(database.db, run.id)) ?? []) made += piece;
    return { counts, reasons: rejections.map(({ reason }) => reason), made };
  };
  const rows = ['name,address,phone', 'Figs,1 Main St,,,=2+3, ', 'Jam,2 Main St,210-555-0101,x', 'Oak,3 Main St,,,'];
  const first = await refusedRows(`${rows.join('\n')}\n`);
  expect(first.counts).toMatchObject({ added: 1, rejected: 2 });
  const reasons = ['has 2 more cells than the header has columns', 'has 1 more cell than the header has columns'];
  expect(first.reasons).toEqual(reasons);
  expect(first.made).toBe(
    `line,reason,name,address,phone\r\n2,${reasons[0]},Figs,1 Main St,,,\u00a0=2+3\r\n3,${reasons[1]},Jam,2 Main St,210-555-0101,x\r\n`,
  );
  const again = await refusedRows(first.made);
  expect(again.counts).toMatchObject({ added: 0, updated: 0, rejected: 2 });
  expect([again.reasons, again.made]).toEqual([reasons, first.made]);
  expect((await refusedRows(first.made.replace(',x\r\n', '\r\n'))).counts).toMatchObject({ added: 1, rejected: 1 });
});

it('keeps the fields that staff chose, for the same file and for others with its columns', async () => {
  const file = await answerOf<ImportUploadDetail>(await upload(csv));
  const fieldsOf = ({ columns }: ImportUploadDetail) => columns.map(({ field }) => field);
  const chosen = ['name', 'address', null];
  await answerOf(await start(file.id, { fields: chosen, dryRun: true }));
  expect(fieldsOf(await answerOf(await staff.get(`${imports}/${file.id}`)))).toEqual(chosen);
  const next = await answerOf<ImportUploadDetail>(await upload('Betrieb,Where,Tel\nNew,9 Main St,\n', 'next.csv'));
  expect(fieldsOf(next)).toEqual(chosen);
  const other = await answerOf<ImportUploadDetail>(await upload('Betrieb,Tel,Where\nNew,,9 Main St\n', 'other.csv'));
  expect(fieldsOf(other)).toEqual([null, 'phone', null]);
});

it('begins anew after a crash and adds nothing twice', async () => {
  const file = await answerOf<ImportUploadDetail>(await upload(csv));
  const run = await answerOf<ImportRunDetail>(await start(file.id, { fields: ['name', 'address', 'phone'] }));
  await work(run.id);
  // The state that a worker leaves when it is killed right after its last batch.
  await database.db.update(importRuns).set({ status: 'running', finishedAt: null }).where(eq(importRuns.id, run.id));
  await work(run.id, 1);
  expect(await runOf(run.id)).toMatchObject({
    status: 'done',
    attempts: 2,
    counts: { added: 0, unchanged: 2, rejected: 1 },
    rejections: [{ line: 4 }],
  });
  await work(run.id, 2);
  expect((await runOf(run.id)).attempts).toBe(2);
});

it('lists after a crash what it had changed before, too', async () => {
  const place = (name: string, number: number) =>
    aBusiness(database.db, { name, address: `${number} Main St`, phone: '' });
  const [fig, press] = [await place('Fig & Ladder', 1), await place('Old Press', 2)];
  const phones = 'name,address,phone\nFig & Ladder,1 Main St,210-555-0101\nOld Press,2 Main St,210-555-0102\n';
  const alike = 'Old Press Shop,2 Main St,210-555-0102\n';
  const file = await answerOf<ImportUploadDetail>(await upload(phones + alike));
  const run = await answerOf<ImportRunDetail>(await start(file.id, { fields: ['name', 'address', 'phone'] }));
  await work(run.id);
  const { updates, duplicates, counts } = await runOf(run.id);
  expect(counts).toMatchObject({ updated: 2 });
  const changed = (before: string, after: string) => [{ field: 'phone', before, after }];
  expect(updates).toEqual([
    { id: fig.id, name: 'Fig & Ladder', fields: changed('', '(210) 555-0101') },
    { id: press.id, name: 'Old Press', fields: changed('', '(210) 555-0102') },
  ]);
  expect(duplicates).toHaveLength(1);
  // The state that a worker leaves when it is killed before it has noted its last batch.
  const killed = { status: 'running', finishedAt: null, updates: [] } as const;
  await database.db.update(importRuns).set(killed).where(eq(importRuns.id, run.id));
  await work(run.id, 1);
  expect(await runOf(run.id)).toMatchObject({ status: 'done', counts: { updated: 0 }, updates, duplicates });
});

it('says when it could not be done, and can be stopped', async () => {
  const file = await answerOf<ImportUploadDetail>(
    await upload(`name,note\n${',a row without a name\n'.repeat(9000)}A,"b\n`),
  );
  const broken = await answerOf<ImportRunDetail>(await start(file.id, { fields: ['name', null] }));
  await work(broken.id);
  expect(await runOf(broken.id)).toMatchObject({ status: 'failed', error: expect.stringContaining('cut off') });

  const good = await answerOf<ImportUploadDetail>(await upload(csv));
  const run = await answerOf<ImportRunDetail>(await start(good.id, { fields: ['name', null, null] }));
  expect(await answerOf(await staff.post(`${imports}/runs/${run.id}/stop`))).toMatchObject({ status: 'stopped' });
  expect((await staff.post(`${imports}/runs/${run.id}/stop`)).status).toBe(409);
  await work(run.id);
  expect(await runOf(run.id)).toMatchObject({ status: 'stopped', attempts: 0 });

  const lost = await answerOf<ImportRunDetail>(await start(good.id, { fields: ['name', null, null] }));
  rmSync(join(folder, 'imports', good.id));
  await work(lost.id);
  expect(await runOf(lost.id)).toMatchObject({ status: 'failed', error: expect.stringContaining('Upload it again') });
});

it('looks at maps, and takes properties as chosen', async () => {
  const feature = (name: string, where: string) => ({
    type: 'Feature',
    properties: { Betrieb: name, where, note: 7 },
    geometry: { type: 'Point', coordinates: [-98.5, 29.5] },
  });
  const map = {
    type: 'FeatureCollection',
    features: [feature('Café Eins', '5 Elm St'), feature('Café Zwei', '6 Elm St')],
  };
  const file = await answerOf<ImportUploadDetail>(await upload(JSON.stringify(map), 'map.geojson'));
  expect(file).toMatchObject({
    kind: 'geojson',
    columns: [{ name: 'Betrieb', field: null }, { name: 'where' }, { name: 'note' }],
  });
  const run = await answerOf<ImportRunDetail>(await start(file.id, { fields: ['name', 'address', null] }));
  await work(run.id);
  expect(await runOf(run.id)).toMatchObject({ counts: { added: 2 } });
  const rows = await database.db.select().from(businesses).orderBy(businesses.name);
  expect(rows[0]).toMatchObject({ name: 'Café Eins', address: '5 Elm St', latitude: 29.5 });
});

it('refuses files that are none, and keeps nothing of them', async () => {
  const before = readdirSync(join(folder, 'imports')).length;
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  const response = await upload(picture);
  expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
    422,
    expect.stringContaining('picture'),
  ]);
  expect((await upload('name\n')).status).toBe(422);
  const program = await upload("import { a } from 'b';\nconst name = a, address = 1;\n", 'list.js');
  expect([program.status, ((await program.json()) as { message: string }).message]).toEqual([
    422,
    expect.stringMatching(/looks like a program .+ CSV, GeoJSON and Overpass JSON are taken/),
  ]);
  expect((await upload('<!doctype html><title>name,address</title>')).status).toBe(422);
  expect((await upload(new Uint8Array(50 * 1024 * 1024 + 1))).status).toBe(413);
  expect(readdirSync(join(folder, 'imports'))).toHaveLength(before);
  expect(await database.db.$count(importUploads)).toBe(0);
});

it('forgets files after a month, and not what came of them', async () => {
  const file = await answerOf<ImportUploadDetail>(await upload(csv));
  await sweepImports(services);
  expect(await answerOf(await staff.get(`${imports}/${file.id}`))).toMatchObject({ isFileThere: true });
  await sweepImports({ ...services, now: () => new Date(Date.now() + 31 * 86_400_000) });
  expect(await answerOf(await staff.get(`${imports}/${file.id}`))).toMatchObject({ isFileThere: false });
  expect((await start(file.id, { fields: ['name', null, null] })).status).toBe(409);
});

it('takes a file whose characters are cut in half, by itself or by our showing its beginning', async () => {
  const feature = (name: string, description: string) =>
    `{"type":"Feature","geometry":null,"properties":{"name":"${name}","address":"1 Main St","note \\ud83c":"${description}"}}`;
  const long = `${'x'.repeat(78)}\u{1f333} and more`;
  const file = `{"type":"FeatureCollection","features":[${feature('Figs', long)},${feature('Caf\\ud83c\\u0000', '')}]}`;
  const { id, columns } = await answerOf<ImportUploadDetail>(await upload(file, 'map.geojson'));
  expect(columns.map(({ samples }) => samples[0]?.isWellFormed())).toEqual([true, true, true]);
  const fields = columns.map(({ name }) => (name === 'name' || name === 'address' ? name : 'description'));
  const run = await answerOf<ImportRunDetail>(await start(id, { fields, category: 'food-dining' }));
  await work(run.id);
  expect(await runOf(run.id)).toMatchObject({ status: 'done', counts: { added: 1, rejected: 1 } });
});
