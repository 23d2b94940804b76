import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { atItsAddress, noteAddress } from './running-site.ts';

it('gives a command that was started without PORT and SITE_URL the address of the site', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'alameda-address-'));
  onTestFinished(() => removeFolder(dataDir));
  const env = { dataDir, siteUrl: 'http://localhost:3000', cityPack: 'oakbend' };
  expect(atItsAddress(env, {})).toEqual(env);
  noteAddress({ dataDir, siteUrl: 'https://town.example' });
  expect(atItsAddress(env, {})).toEqual({ ...env, siteUrl: 'https://town.example' });
  expect(atItsAddress(env, { SITE_URL: 'http://localhost:3000' })).toEqual(env);
});
