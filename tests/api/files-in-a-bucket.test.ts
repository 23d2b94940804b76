/** Files of two machines in one bucket, on a stand-in. `npm run test:cluster` does the same on a real store. */
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { createFolderStore } from '#server/storage/folder-store.ts';
import { countFiles, moveFiles } from '#server/storage/move-files.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { fetchMedia, machinesShareABucket } from '#tests/support/machines-on-a-bucket.ts';
import { moveByCommand } from '#tests/support/move-by-command.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { openOn } from '#tests/support/s3-behavior.ts';
import { type S3StandIn, startS3StandIn } from '#tests/support/s3-stand-in.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let server: S3StandIn;
beforeAll(async () => {
  server = await startS3StandIn();
});
afterAll(() => server.close());

describe('two machines', () => machinesShareABucket(database, () => server.variables));

it('moves files there and back, and goes on where it was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'moving-'));
  try {
    const here = createFolderStore(join(folder, 'uploads'));
    const there = openOn(server.env, join(folder, 'cache'), 'moved/');
    const names = Array.from({ length: 9 }, (_, at) => `picture-${at}`);
    for (const name of names) await here.put(name, Buffer.from(`bytes of ${name}`));
    // A killed run has left one file copied and not yet deleted, another copied in half.
    await there.put('picture-1', Buffer.from('bytes of picture-1'));
    await there.put('picture-2', Buffer.from('bytes of p'));
    let told = 0;
    expect(await moveFiles(here, there, () => (told += 1))).toEqual({ files: 9, bytes: 9 * 18 });
    expect(told).toBe(9);
    expect(readdirSync(join(folder, 'uploads'))).toEqual([]);
    expect(server.objects.get('moved/picture-2')?.bytes.toString()).toBe('bytes of picture-2');

    while ((await moveFiles(there, here, () => undefined)).files > 0);
    expect(await countFiles(there)).toEqual({ files: 0, bytes: 0 });
    expect(readdirSync(join(folder, 'uploads')).toSorted()).toEqual(names);
  } finally {
    removeFolder(folder);
  }
});

/** A machine with these settings, to which staff send pictures. */
async function machineOn(dataDir: string) {
  const { id } = await aUser(database.db, { role: 'staff' });
  const session = await aSession(database.db, id);
  const create = { width: 400, height: 300, channels: 3, background: '#2f4a36' } as const;
  const body = await sharp({ create }).png().toBuffer();
  return (variables: Record<string, string>) => {
    const services = testServices(database, { env: { DATA_DIR: dataDir, ...variables } });
    const staff = new TestBrowser(createApi(services)).withSession(session);
    const headers = { 'Content-Type': 'image/png' };
    return {
      send: async () =>
        (await answerOf<{ src: string }>(await staff.post('/api/staff/pictures?alt=oak', { body, headers }))).src,
      statusOf: async (source: string) => (await fetchMedia(services, source)).status,
    };
  };
}

it.each(['s3', 'folder'] as const)('while pictures are sent and shown, a move to %s loses none', async (to) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'moving-under-uploads-'));
  server.objects.clear();
  const inFolder = () => (existsSync(join(dataDir, 'uploads')) ? readdirSync(join(dataDir, 'uploads')) : []);
  const inBucket = () => [...server.objects.keys()].filter((name) => name.startsWith('uploads/'));
  const [before, after, alone, left] =
    to === 's3'
      ? [{}, server.variables, server.variables, inFolder]
      : [server.variables, { ...server.variables, STORAGE: 'folder' }, {}, inBucket];
  try {
    const start = await machineOn(dataDir);
    const sources: string[] = [];
    const first = start(before);
    for (let count = 0; count < 12; count += 1) sources.push(await first.send());
    const site = start(after);
    let isMoving = true;
    const moving = moveByCommand(to, { DATA_DIR: dataDir, ...after }).finally(() => {
      isMoving = false;
    });
    const missed: string[] = [];
    let shown = 0;
    const look = async () => {
      while (isMoving) {
        for (const source of [...sources]) {
          const status = await site.statusOf(source);
          if (status !== 200) missed.push(`${status} ${source}`);
          shown += 1;
        }
      }
    };
    const upload = async () => {
      while (isMoving) sources.push(await site.send());
    };
    await Promise.all([look(), look(), upload()]);
    expect(await moving).toEqual({
      code: 0,
      output: expect.stringContaining(to === 's3' ? 'Nothing is left in the folder.' : 'the S3 settings can go.'),
    });
    expect(missed).toEqual([]);
    expect(sources.length).toBeGreaterThan(12);
    expect(shown).toBeGreaterThan(24);

    expect(left()).toEqual([]);
    const settled = start(alone);
    for (const source of sources) expect([source, await settled.statusOf(source)]).toEqual([source, 200]);
  } finally {
    removeFolder(dataDir);
  }
});
