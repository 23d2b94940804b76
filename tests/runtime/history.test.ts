/** A site is brought back to a minute, and forth again. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ends, Site, until } from '#tests/runtime/a-site.ts';
import { comesBackFromABucket } from '#tests/support/history-in-a-bucket.ts';
import { startS3StandIn } from '#tests/support/s3-stand-in.ts';

let site: Site;
beforeAll(async () => {
  site = await Site.create();
});
afterAll(() => site.destroy());

const start = () => site.start({ HISTORY_DAYS: '7' });

async function restore(moment: string): Promise<{ code: unknown; output: string }> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const program = join(import.meta.dirname, '../../src/app/cli/restore.ts');
  const child = spawn(process.execPath, [program, '--to', moment], {
    env: { ...inherited, DATA_DIR: site.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [code, out, err] = await Promise.all([ends(child), text(child.stdout), text(child.stderr)]);
  return { code, output: out + err };
}

const bases = () => {
  const folder = join(site.dataDir, 'history/bases');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.base')).length : 0;
};

it('is as it was at a minute, and later as it was before that', { timeout: 420_000 }, async () => {
  const first = start();
  await site.comesUp();
  await until(() => bases() === 1, 150_000);
  await site.text('/write/before');
  const moment = new Date().toISOString();
  expect(await restore(moment)).toEqual({
    code: 1,
    output: 'Nothing was changed: the site is running: stop it first.\n',
  });
  await site.text('/write/after');
  const later = new Date().toISOString();
  expect(await ends(first, 'SIGTERM')).toBe(0);

  expect(await restore('2020-01-01 10:00')).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^Nothing was changed: the history does not reach back to 2020-01-01T16:00:00\.000Z: it begins at /,
    ),
  });
  expect(await restore(moment)).toEqual({ code: 0, output: expect.stringContaining(moment) });
  const second = start();
  await site.comesUp();
  expect(await site.text('/writes')).toBe('["before"]');
  await until(() => bases() === 2, 150_000);
  // Killed: the end of its log is only in the cluster.
  const postgres = site.postgresPid() ?? 0;
  second.kill('SIGKILL');
  process.kill(postgres, 'SIGKILL');
  await ends(second);
  await site.stop();

  expect(await restore(later)).toEqual({
    code: 0,
    output: expect.stringMatching(/\nPeople who deleted their account since that minute are back, /),
  });
  start();
  await site.comesUp();
  expect(await site.text('/writes')).toBe('["before","after"]');
  const lines = JSON.parse(readFileSync(join(site.dataDir, 'history/timelines.json'), 'utf8'));
  expect(lines).toMatchObject([
    { timeline: 2, from: 1 },
    { timeline: 3, from: 1 },
  ]);
});

it('comes back on another machine from a bucket, encrypted', { timeout: 420_000 }, async () => {
  const store = await startS3StandIn();
  try {
    await comesBackFromABucket(store.variables);
  } finally {
    await store.close();
  }
});
