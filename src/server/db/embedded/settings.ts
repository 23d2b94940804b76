/** The embedded server's port and passwords: `DATA_DIR/postgres/settings.json`, readable by its owner only. */
import { randomBytes, randomInt } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { findPostmaster } from './postmaster.ts';

const Settings = z.object({
  port: z.int(),
  /** The site's own role: owns its database, and nothing else. */
  password: z.string(),
  superuserPassword: z.string(),
});
export type Settings = z.infer<typeof Settings>;

export interface Folders {
  /** `DATA_DIR/postgres`. */
  home: string;
  /** `DATA_DIR/postgres/data`: the cluster, owned by the account that runs the server. */
  data: string;
  /** Where a restore to a minute puts the cluster that it replaces. */
  old: string;
  settings: string;
}

export function foldersIn(dataDir: string): Folders {
  const home = join(dataDir, 'postgres');
  return { home, data: join(home, 'data'), old: join(home, 'data.old'), settings: join(home, 'settings.json') };
}

function writeAside(folders: Folders, settings: Settings): string {
  const aside = `${folders.settings}.${process.pid}`;
  writeFileSync(aside, `${JSON.stringify(settings, undefined, 2)}\n`, { mode: 0o600, flush: true });
  return aside;
}

function saveSettings(folders: Folders, settings: Settings): void {
  renameSync(writeAside(folders, settings), folders.settings);
}

function readSettings(folders: Folders): Settings | undefined {
  let text: string;
  try {
    text = readFileSync(folders.settings, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const parsed = Settings.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new Error(`${folders.settings} is damaged: restore it, or restore a backup into a new DATA_DIR`);
  return parsed.data;
}

/** Tells whether an address is that of the embedded database: the supervisor hands it to its children as DATABASE_URL. */
export function isEmbeddedUrl(dataDir: string, url: string): boolean {
  const password = readSettings(foldersIn(dataDir))?.password;
  return password !== undefined && url.includes(password);
}

/** The settings there are, or new ones. Two processes that start at once end up with the same. */
export async function settingsIn(folders: Folders): Promise<Settings> {
  mkdirSync(folders.home, { recursive: true, mode: 0o700 });
  const found = readSettings(folders);
  if (found) return found;
  const fresh: Settings = {
    port: await findPort(),
    password: randomBytes(24).toString('hex'),
    superuserPassword: randomBytes(24).toString('hex'),
  };
  const aside = writeAside(folders, fresh);
  try {
    // A link, unlike a rename, fails when the file is there already.
    linkSync(aside, folders.settings);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  return readSettings(folders) ?? fresh;
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const server = createServer();
    server.once('error', () => answer(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => answer(true)));
  });
}

/**
 * Returns the settings with a free port, and saves them if it is a new one. A look binds the port for a moment, and two sites that start
 * at once on one folder see each other's look. So one look is not enough to give a port up.
 */
export async function withFreePort(folders: Folders, settings: Settings): Promise<Settings> {
  for (let look = 0; look < 5; look += 1) {
    // The server of this very folder may have come up meanwhile: it is then adopted.
    if (findPostmaster(folders.data) || (await isPortFree(settings.port))) return settings;
    await sleep(randomInt(20, 120));
  }
  const saved = readSettings(folders);
  if (saved && saved.port !== settings.port) return saved;
  const moved = { ...settings, port: await findPort() };
  saveSettings(folders, moved);
  return moved;
}

/** Below the range from which systems take the near ends of outgoing connections: those would block a later start. */
export async function findPort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(20_000, 32_000);
    if (await isPortFree(port)) return port;
  }
  throw new Error('no free port was found for the embedded PostgreSQL');
}
