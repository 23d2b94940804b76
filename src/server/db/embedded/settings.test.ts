import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Folders, foldersIn, settingsIn, withFreePort } from './settings.ts';

let folder: string;
let folders: Folders;
const holders: Server[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
  folders = foldersIn(folder);
});

afterEach(() => {
  for (const holder of holders.splice(0)) holder.close();
  rmSync(folder, { recursive: true, force: true });
});

async function hold(port: number): Promise<Server> {
  const holder = createServer().listen(port, '127.0.0.1');
  holders.push(holder);
  await once(holder, 'listening');
  return holder;
}

const savedPort = (): unknown => JSON.parse(readFileSync(folders.settings, 'utf8')).port;

it('keeps a port that was only looked at by another site', async () => {
  const settings = await settingsIn(folders);
  const look = await hold(settings.port);
  const chosen = withFreePort(folders, settings);
  await new Promise((done) => setTimeout(done, 5));
  look.close();
  expect(await chosen).toEqual(settings);
  expect(savedPort()).toBe(settings.port);
});

it('leaves a port that another program holds, and remembers the new one', async () => {
  const settings = await settingsIn(folders);
  await hold(settings.port);
  const moved = await withFreePort(folders, settings);
  expect(moved).toEqual({ ...settings, port: expect.not.toBeOneOf([settings.port]) });
  expect(savedPort()).toBe(moved.port);
});

it('takes the port that another site has moved to meanwhile', async () => {
  const settings = await settingsIn(folders);
  await hold(settings.port);
  const moved = await withFreePort(folders, settings);
  expect(await withFreePort(folders, settings)).toEqual(moved);
});

it('gives sites that start at once the same port', async () => {
  const chosen = await Promise.all(
    Array.from({ length: 6 }, async () => withFreePort(folders, await settingsIn(folders))),
  );
  expect(new Set(chosen.map(({ port }) => port)).size).toBe(1);
});
