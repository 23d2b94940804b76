import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openVault, replaceKeyFile, seal, unseal } from './vault.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alameda-vault-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  openVault(process.env.DATA_DIR ?? folder);
});

it('makes a key once, which this account alone can read', () => {
  openVault(folder);
  const path = join(folder, 'secret.key');
  const made = readFileSync(path, 'utf8');
  openVault(folder);
  expect(readFileSync(path, 'utf8')).toBe(made);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('opens what it sealed, with the same key and purpose only', () => {
  openVault(folder);
  const sealed = seal('JBSWY3DP', 'totp:1');
  expect(sealed).not.toContain('JBSWY3DP');
  expect(seal('JBSWY3DP', 'totp:1')).not.toBe(sealed);
  expect(unseal(sealed, 'totp:1')).toBe('JBSWY3DP');
  expect(unseal(sealed, 'totp:2')).toBeNull();
  expect(unseal(`${sealed.slice(0, -2)}AA`, 'totp:1')).toBeNull();
  expect(unseal('JBSWY3DP', 'totp:1')).toBeNull();
  const other = mkdtempSync(join(tmpdir(), 'alameda-vault-'));
  openVault(other);
  expect(unseal(sealed, 'totp:1')).toBeNull();
  replaceKeyFile(other, readFileSync(join(folder, 'secret.key'), 'utf8'));
  expect(unseal(sealed, 'totp:1')).toBe('JBSWY3DP');
  rmSync(other, { recursive: true });
});

it('names a file that is no key', () => {
  writeFileSync(join(folder, 'secret.key'), 'nothing');
  expect(() => openVault(folder)).toThrow('secret.key is no key of this site');
});
