/** Proves a backup by restoring it: what cannot be restored is no backup, and nobody should learn that on the bad day. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { BackupFileError, checkArchive } from '#server/backup/archive.ts';
import type { RowCounts } from '#server/backup/contents.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';

/** 'restored': into a database of its own. 'read': every byte was read, because this account may make no database. */
export type Proof = 'restored' | 'read';

interface VerifyRequest {
  /** The site's own database, which is left alone. */
  url: string;
  file: string;
  /** For the uploads, until they are compared. */
  workFolder: string;
  /** The numbers of rows that were written, by table. */
  rows: RowCounts;
  uploads: number;
}

const prefix = 'alameda_check_';
const insufficientPrivilege = '42501';

/** @throws BackupFileError when the file does not give back what was saved */
export async function verifyBackup({ url, file, workFolder, rows, uploads }: VerifyRequest): Promise<Proof> {
  const client = new Client({ connectionString: url, application_name: 'alameda backup check' });
  client.on('error', () => undefined);
  await client.connect();
  const name = prefix + randomBytes(6).toString('hex');
  try {
    await dropLeftovers(client);
    const isMade = await client.query(`create database ${escapeIdentifier(name)}`).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code === insufficientPrivilege) return false;
        throw error;
      },
    );
    if (!isMade) {
      await checkArchive(file);
      return 'read';
    }
    const folder = await mkdtemp(join(workFolder, 'check-'));
    const target = new URL(url);
    target.pathname = `/${name}`;
    try {
      const restored = await restoreBackup({
        url: target.href,
        uploadsFolder: join(folder, 'uploads'),
        file,
        replace: false,
      });
      const fault = findDifference({ rowsOf: rows, uploads }, restored);
      if (fault !== null) throw new BackupFileError(fault);
      return 'restored';
    } finally {
      await rm(folder, { recursive: true, force: true });
      await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Contents {
  rowsOf: RowCounts;
  uploads: number;
}

/** Null when all that was saved came back. */
export function findDifference(saved: Contents, restored: Contents): string | null {
  for (const [table, count] of Object.entries(saved.rowsOf)) {
    const back = restored.rowsOf[table] ?? 0;
    // The queue's tables are made by the queue itself, which does not run on the database of a check.
    if (back !== count && !table.startsWith('pgboss.')) return `${table} had ${count} rows, and ${back} came back`;
  }
  const [were, are] = [saved.uploads, restored.uploads];
  return were === are ? null : `there were ${were} uploads, and ${are} came back`;
}

/** Databases of checks that were killed. Nobody else makes any of this name. */
async function dropLeftovers(client: Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database d where starts_with(datname, $1) and pg_has_role(d.datdba, 'member')
      and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
    [prefix],
  );
  for (const { datname } of rows) await client.query(`drop database if exists ${escapeIdentifier(datname)}`);
}
