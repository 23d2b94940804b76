/** Keeps what is known of the site’s backups in two small files of DATA_DIR: the last good one, and a failure since then. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Proof } from '#server/backup/verify-backup.ts';

const lastBackupFile = 'last-backup.json';
const failureFile = 'backup-failure.json';

export interface LastBackup {
  at: Date;
  file: string;
  /** Null for a backup that a person made. */
  proof: Proof | null;
}

export interface BackupFailure {
  at: Date;
  reason: string;
}

async function readRecord(dataDir: string, name: string): Promise<Record<string, unknown>> {
  try {
    return JSON.parse(await readFile(join(dataDir, name), 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  const { at, file, proof } = await readRecord(dataDir, lastBackupFile);
  if (typeof at !== 'string' || typeof file !== 'string') return null;
  return { at: new Date(at), file, proof: proof === 'restored' || proof === 'read' ? proof : null };
}

/** A good backup ends what failed before. */
export async function noteBackup(dataDir: string, backup: LastBackup): Promise<void> {
  await writeFile(join(dataDir, lastBackupFile), JSON.stringify(backup), { mode: 0o600 });
  await rm(join(dataDir, failureFile), { force: true });
}

export async function readBackupFailure(dataDir: string): Promise<BackupFailure | null> {
  const { at, reason } = await readRecord(dataDir, failureFile);
  return typeof at === 'string' && typeof reason === 'string' ? { at: new Date(at), reason } : null;
}

export async function noteBackupFailure(dataDir: string, failure: BackupFailure): Promise<void> {
  await writeFile(join(dataDir, failureFile), JSON.stringify(failure), { mode: 0o600 });
}
