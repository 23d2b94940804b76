/** Two machines with a DATA_DIR each, one database and one bucket, for the stand-in and for real stores. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { makeDueBackup } from '#app/wiring/scheduled-backups.ts';
import { boundRunImportJob } from '#features/imports/server/run-import.ts';
import type { ImportRunDetail, ImportUploadDetail } from '#features/imports/staff-contract.ts';
import { readLastBackup } from '#server/backup/last-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { businesses } from '#server/db/schema/index.ts';
import { createMediaFiles } from '#server/http/media-files.ts';
import type { Services } from '#server/http/serve.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { bucketStoreOf, filesOf } from '#server/storage/site-files.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { removeFolder } from './remove-folder.ts';
import { storeImportCategories } from './run-import.ts';
import { answerOf } from './staff-office.ts';
import { TestBrowser } from './test-browser.ts';
import type { TestDatabase } from './test-database.ts';
import { testServices } from './test-services.ts';

const now = () => new Date('2026-11-20T09:20:00Z');

/** The answer to a visitor who asks this machine. */
export async function fetchMedia({ env, log }: Services, path: string): Promise<Response> {
  const media = createMediaFiles({ city: join(env.dataDir, 'none'), uploads: filesOf(env).uploads }, log);
  const server = createServer((request, response) => void media.serve(request.url ?? '', request, response, {}));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return new Response(await answer.arrayBuffer(), answer);
  } finally {
    server.close();
  }
}

/** Staff send a list to their machine, and another one works it off. */
async function importOn(staff: TestBrowser, worker: Services): Promise<ImportRunDetail> {
  const headers = { 'Content-Type': 'application/octet-stream' };
  const body = new TextEncoder().encode('Name,Address\nFig & Ladder,1 Main St\n');
  const list = await answerOf<ImportUploadDetail>(
    await staff.post('/api/staff/imports?fileName=list.csv', { body, headers }),
  );
  const wish = { dryRun: false, category: null, fields: ['name', 'address'] };
  const run = await answerOf<ImportRunDetail>(await staff.post(`/api/staff/imports/${list.id}/runs`, { body: wish }));
  await boundRunImportJob.run({ runId: run.id }, { ...worker, jobId: randomUUID(), queuedAt: now(), retryCount: 0 });
  return answerOf<ImportRunDetail>(await staff.get(`/api/staff/imports/runs/${run.id}`));
}

interface Restore {
  file: string;
  bucket: FileStore;
  uploadsFolder: string;
}

/** Restores into a database of its own. @returns the number of uploads that came back */
async function bringBack({ url, pool }: TestDatabase, request: Restore): Promise<number> {
  await pool.query('create database brought_back');
  try {
    const target = new URL(url);
    target.pathname = '/brought_back';
    return (await restoreBackup({ ...request, url: target.href, replace: false })).uploads;
  } finally {
    await pool.query('drop database if exists brought_back with (force)');
  }
}

/** @param variables asked in each test, because the store starts later */
export function machinesShareABucket(database: TestDatabase, variables: () => Record<string, string>): void {
  let folder = '';
  let [one, other] = [] as unknown as [Services, Services];
  let staff: TestBrowser;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'two-machines-'));
    const machine = (name: string) =>
      testServices(database, {
        env: { DATA_DIR: join(folder, name), DATABASE_URL: database.url, ...variables() },
        now,
      });
    [one, other] = [machine('one'), machine('other')];
    const { id } = await aUser(database.db, { role: 'staff' });
    staff = new TestBrowser(createApi(one)).withSession(await aSession(database.db, id));
  });
  afterEach(() => removeFolder(folder));

  const picture = async () => {
    const create = { width: 600, height: 300, channels: 3, background: '#2f4a36' } as const;
    return sharp({ create }).png().toBuffer();
  };
  const send = async () =>
    staff.post('/api/staff/pictures?alt=oak', { body: await picture(), headers: { 'Content-Type': 'image/png' } });

  it('serve each other’s pictures, work off each other’s lists, and save both in one backup', {
    timeout: 300_000,
  }, async () => {
    const { src } = await answerOf<{ src: string }>(await send());
    const answer = await fetchMedia(other, src);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
      width: 600,
      format: 'webp',
    });
    expect((await fetchMedia(one, src)).headers.get('etag')).toBe(answer.headers.get('etag'));

    await storeImportCategories(database.db);
    expect(await importOn(staff, other)).toMatchObject({ status: 'done', counts: { added: 1 } });

    await aBusiness(database.db, { name: 'Old Press', logoUrl: src });
    await makeDueBackup(other);
    const last = await readLastBackup(other.env.dataDir);
    expect(last).toMatchObject({ file: 's3:olmos-park-2026-11-20-0320.backup', proof: 'restored' });
    // The first machine sees that one is made, and makes none.
    await makeDueBackup(one);
    expect((await readLastBackup(one.env.dataDir))?.file).toBe(last?.file);
    expect(readdirSync(one.env.dataDir)).not.toContain('backup-work');

    const saved = await bucketStoreOf('backups', other.env)?.open('olmos-park-2026-11-20-0320.backup');
    if (!saved) throw new Error('the backup is not in the bucket');
    const file = join(folder, 'saved.backup');
    await writeFile(file, saved.content);
    const { uploads } = filesOf(one.env);
    const files: string[] = [];
    for await (const { name } of uploads.list()) files.push(name);
    await uploads.remove(files);
    expect(await bringBack(database, { file, bucket: uploads, uploadsFolder: join(folder, 'restored') })).toBe(
      files.length,
    );
    const third = testServices(database, { env: { DATA_DIR: join(folder, 'third'), ...variables() } });
    expect((await fetchMedia(third, src)).status).toBe(200);
    expect(await database.db.$count(businesses)).toBe(2);
  });

  it('do without pictures that another has deleted, and take none while the store is away', async () => {
    const { src } = await answerOf<{ src: string }>(await send());
    const gone = src.replace(/[0-9a-f]{4}\./, 'ffff.');
    expect((await fetchMedia(other, gone)).status).toBe(404);
    const away = testServices(database, {
      env: { DATA_DIR: join(folder, 'away'), ...variables(), S3_ENDPOINT: 'http://127.0.0.1:9' },
    });
    const unseen = await fetchMedia(away, src);
    expect(unseen.status).toBe(503);
    expect(unseen.headers.get('retry-after')).toBe('30');
    const { id } = await aUser(database.db, { role: 'staff' });
    const browser = new TestBrowser(createApi(away)).withSession(await aSession(database.db, id));
    const refused = await browser.post('/api/staff/pictures', {
      body: await picture(),
      headers: { 'Content-Type': 'image/png' },
    });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await refused.json()).toMatchObject({
      message: 'The site cannot reach its files right now. Nothing was saved; please try again in a minute.',
    });
  });
}
