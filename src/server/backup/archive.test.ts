/** A change of any byte of a backup file is noticed. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BackupFileError, checkArchive, type Entry, readArchive, writeArchive } from './archive.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alameda-archive-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function* content(text: string): AsyncGenerator<Buffer> {
  if (text !== '') yield Buffer.from(text);
}

async function* entries(): AsyncGenerator<Entry> {
  yield { head: { type: 'site' }, content: content('') };
  yield { head: { type: 'table' }, content: content('1\tAnn’s Tacos\n2\tElm Books\n') };
}

async function isRefused(bytes: Buffer): Promise<boolean> {
  const file = join(folder, 'changed');
  await writeFile(file, bytes);
  return checkArchive(file).then(
    () => false,
    (error: unknown) => error instanceof BackupFileError,
  );
}

it('refuses a file with any byte changed, cut off or added', { timeout: 120_000 }, async () => {
  const file = join(folder, 'whole');
  await writeArchive(file, entries());
  const whole = await readFile(file);
  expect(await isRefused(whole)).toBe(false);
  const taken: string[] = [];
  for (let at = 0; at < whole.length; at++) {
    for (const change of [1, 0xff]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ change;
      if (!(await isRefused(changed))) taken.push(`byte ${at} ^ ${change}`);
    }
    if (!(await isRefused(whole.subarray(0, at)))) taken.push(`cut to ${at}`);
    if (!(await isRefused(Buffer.concat([whole.subarray(0, at), whole.subarray(at + 1)])))) taken.push(`without ${at}`);
  }
  for (const more of ['\n', 'x', '\0', whole.toString('latin1')]) {
    if (!(await isRefused(Buffer.concat([whole, Buffer.from(more, 'latin1')])))) taken.push(`and ${more.length} more`);
  }
  expect(taken).toEqual([]);
});

it('reads the format of earlier releases, which has no last line', async () => {
  const file = join(folder, 'whole');
  await writeArchive(file, entries());
  const whole = await readFile(file);
  const older = Buffer.concat([Buffer.from('alameda backup 1\n'), whole.subarray(17, -73)]);
  await writeFile(file, older);
  await checkArchive(file);
  const heads: unknown[] = [];
  for await (const { head, content: skipped } of readArchive(file)) {
    heads.push(head);
    for await (const _ of skipped);
  }
  expect(heads).toEqual([{ type: 'site' }, { type: 'table' }]);
});
