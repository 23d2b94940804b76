import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isHashList, isInHashList } from './hash-list.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alameda-hashes-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const hashOf = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

it.each([
  ['\n', '\n'],
  ['\r\n', ''],
])('finds each hash of a list and no other, with lines that end as %j and a last one as %j', async (between, last) => {
  const path = join(folder, 'list.txt');
  for (const count of [1, 2, 3, 300]) {
    const hashes = Array.from({ length: count }, (_, n) => hashOf(`password ${n}`)).toSorted();
    writeFileSync(path, hashes.map((hash, n) => `${hash}:${n * n * 7 + 1}`).join(between) + last);
    expect(isHashList(path)).toBe(true);
    for (const hash of hashes) expect(await isInHashList(path, hash), hash).toBe(true);
    for (const hash of ['0'.repeat(40), 'F'.repeat(40), hashOf('another'), hashOf('one more')])
      expect(await isInHashList(path, hash), hash).toBe(false);
  }
});

it('knows a file that is no such list', () => {
  for (const text of ['', 'password\n123456\n', '{}', `${'A'.repeat(40)}\n`]) {
    writeFileSync(join(folder, 'other.txt'), text);
    expect(isHashList(join(folder, 'other.txt')), text).toBe(false);
  }
  expect(isHashList(folder)).toBe(false);
  expect(isHashList(join(folder, 'missing'))).toBe(false);
});
