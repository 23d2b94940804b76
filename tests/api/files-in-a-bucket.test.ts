/** Files of two machines in one bucket, on a stand-in. `npm run test:cluster` does the same on a real store. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolderStore } from '#server/storage/folder-store.ts';
import { countFiles, moveFiles } from '#server/storage/move-files.ts';
import { machinesShareABucket } from '#tests/support/machines-on-a-bucket.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { openOn } from '#tests/support/s3-behavior.ts';
import { type S3StandIn, startS3StandIn } from '#tests/support/s3-stand-in.ts';
import { testDatabase } from '#tests/support/test-database.ts';

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
