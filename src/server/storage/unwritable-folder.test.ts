import { expect, test } from 'vitest';
import { unwritableFolder } from './unwritable-folder.ts';

const fileError = (code: string, syscall: string, path?: string) =>
  Object.assign(new Error(code), { code, syscall, ...(path ? { path } : {}) });

test.each([
  ['EACCES', 'mkdir', '/data/uploads', '/data/uploads'],
  ['EACCES', 'open', '/data/uploads/.new-1', '/data/uploads'],
  ['EROFS', 'mkdtemp', '/data/uploads/.new-XXXXXX', '/data/uploads'],
  ['EEXIST', 'mkdir', '/data/imports', '/data/imports'],
])('%s of %s on %s is about %s', (code, syscall, path, folder) => {
  expect(unwritableFolder(fileError(code, syscall, path))?.folder).toBe(folder);
});

test.each([
  fileError('EACCES', 'connect', '/run/postgresql/.s.PGSQL.5432'),
  fileError('EACCES', 'spawn node', '/usr/bin/node'),
  fileError('ENOENT', 'open', '/data/uploads/.new-1'),
  fileError('EPERM', 'kill'),
  new Error('no'),
])('%o is about no folder', (error) => {
  expect(unwritableFolder(error)).toBeUndefined();
});
