import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseAccount } from '#server/db/embedded/account.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'accounts '));
});
afterAll(() => rmSync(folder, { recursive: true }));

function choose(asRoot: boolean, ...names: string[]) {
  const ids: Record<string, string> = { root: '0:0', daemon: '1:1', postgres: '101:104', nobody: '65534:65534' };
  const file = join(folder, 'passwd');
  writeFileSync(file, names.map((name) => `${name}:x:${ids[name]}::/:/bin/sh\n`).join(''));
  return chooseAccount(join(folder, 'no-data-yet'), file, asRoot);
}

describe('chooseAccount, as root', () => {
  it('prefers the account made for this', () => {
    expect(choose(true, 'root', 'daemon', 'nobody', 'postgres')).toEqual({ name: 'postgres', uid: 101, gid: 104 });
  });

  it('takes another without rights when there is none', () => {
    expect(choose(true, 'root', 'daemon', 'nobody')).toMatchObject({ name: 'nobody' });
    expect(choose(true, 'root', 'daemon')).toMatchObject({ name: 'daemon' });
  });

  it('never takes root', () => {
    expect(choose(true, 'root')?.uid).not.toBe(0);
  });
});

describe('chooseAccount, as anybody else', () => {
  it('changes nothing', () => {
    expect(choose(false, 'root', 'postgres')).toBeUndefined();
  });
});
