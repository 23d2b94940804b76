import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

test.each([
  ['--prot', '4242'],
  ['--port', 'http'],
  ['4242', 'http'],
])('%s %s is refused in one line', (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^[^\n]*(--prot|--port|4242)[^\n]*\n$/);
});
