/** Backups that the site makes by itself, with a real database and real files. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDueBackup } from '#app/wiring/scheduled-backups.ts';
import { BackupFileError, checkArchive } from '#server/backup/archive.ts';
import { decryptFile, isEncrypted, makeIdentity } from '#server/backup/encrypt-file.ts';
import { readBackupFailure, readLastBackup } from '#server/backup/last-backup.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { findDifference, verifyBackup } from '#server/backup/verify-backup.ts';
import { createFolderStore } from '#server/storage/folder-store.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let folder = '';
let now = 0;
const inFolder = (name: string) => join(folder, name);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'a nightly backup '));
  mkdirSync(inFolder('data/uploads'), { recursive: true });
  writeFileSync(inFolder('data/uploads/logo.webp'), randomBytes(200_000));
  now = Date.parse('2026-11-20T09:20:00Z');
  await aBusiness(database.db, { name: 'Fig Tree Books' });
});
afterEach(() => removeFolder(folder));

const services = (env: Record<string, string> = {}) =>
  testServices(database, {
    env: { DATA_DIR: inFolder('data'), DATABASE_URL: database.url, BACKUP_DIR: inFolder('backups'), ...env },
    now: () => new Date(now),
  });

const checkDatabases = async () =>
  (await database.pool.query("select datname from pg_database where starts_with(datname, 'alameda_check_')")).rows;

it('are saved, restored for proof, and put away, one each night', async () => {
  await makeDueBackup(services());
  await makeDueBackup(services());
  expect(readdirSync(inFolder('backups'))).toEqual(['olmos-park-2026-11-20-0320.backup']);
  const file = inFolder('backups/olmos-park-2026-11-20-0320.backup');
  await checkArchive(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await readLastBackup(inFolder('data'))).toEqual({ at: new Date(now), file, proof: 'restored' });
  expect(await checkDatabases()).toEqual([]);
  expect(readdirSync(inFolder('data')).toSorted()).toEqual(['last-backup.json', 'uploads']);

  writeFileSync(inFolder('backups/olmos-park-2026-11-20-0320.backup.part'), 'cut short');
  writeFileSync(inFolder('backups/notes.txt'), 'mine');
  now += 86_400_000;
  await makeDueBackup(services({ BACKUP_KEEP: '1,0,0' }));
  expect(readdirSync(inFolder('backups')).toSorted()).toEqual(['notes.txt', 'olmos-park-2026-11-21-0320.backup']);
});

it('are opened by the private key alone, and only when every byte is there', async () => {
  const { identity, recipient } = await makeIdentity();
  writeFileSync(inFolder('key.txt'), `# mine\n${identity}\n`);
  writeFileSync(inFolder('other.txt'), (await makeIdentity()).identity);
  await makeDueBackup(services({ BACKUP_RECIPIENT: recipient }));
  const file = inFolder('backups/olmos-park-2026-11-20-0320.backup.age');
  expect(await isEncrypted(file)).toBe(true);
  const opened = inFolder('opened.backup');
  await decryptFile(file, opened, inFolder('key.txt'));
  await checkArchive(opened);

  const whole = readFileSync(file);
  const changed = (at: number) => {
    const bytes = Buffer.from(whole);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return bytes;
  };
  const spoilt = [changed(60), changed(whole.length >> 1), changed(whole.length - 1), whole.subarray(0, -1)];
  for (const bytes of [...spoilt, Buffer.concat([whole, Buffer.from('x')])]) {
    writeFileSync(inFolder('spoilt.age'), bytes);
    await expect(decryptFile(inFolder('spoilt.age'), inFolder('out'), inFolder('key.txt'))).rejects.toThrow(
      BackupFileError,
    );
    expect(readdirSync(folder)).not.toContain('out');
  }
  await expect(decryptFile(file, inFolder('out'), inFolder('other.txt'))).rejects.toThrow('for another key');
});

it('that fail are told to the administrators once a night, and are tried again', async () => {
  await aUser(database.db, { email: 'ann@town.example', role: 'staff', rights: ['administrator'] });
  await aUser(database.db, { email: 'bob@town.example', role: 'staff', rights: ['editor'] });
  writeFileSync(inFolder('backups'), 'no folder');
  const mails = async () => (await queuedMail(database.pool)).map(({ to, subject }) => [to, subject]);
  const told = [['ann@town.example', 'Oak Bend: the backup failed']];
  await makeDueBackup(services());
  expect(await mails()).toEqual(told);
  expect((await readBackupFailure(inFolder('data')))?.reason).toContain('EEXIST');
  now += 3_600_000;
  await makeDueBackup(services());
  expect(await mails()).toEqual(told);
  expect((await readBackupFailure(inFolder('data')))?.at).toEqual(new Date(now));
  rmSync(inFolder('backups'));
  now += 3_600_000;
  await makeDueBackup(services());
  expect(await readBackupFailure(inFolder('data'))).toBeNull();
  expect(readdirSync(inFolder('backups'))).toHaveLength(1);
});

it('are no proof when something does not come back', async () => {
  const file = inFolder('site.backup');
  const made = await makeBackup({ url: database.url, uploads: createFolderStore(inFolder('data/uploads')), file });
  const request = { url: database.url, file, workFolder: folder, rows: made.rowsOf, uploads: 2 };
  await expect(verifyBackup(request)).rejects.toThrow('there were 2 uploads, and 1 came back');
  expect(await checkDatabases()).toEqual([]);
  const saved = { rowsOf: { 'public.businesses': 2, 'pgboss.job': 7 }, uploads: 1 };
  expect(findDifference(saved, { rowsOf: { 'public.businesses': 2 }, uploads: 1 })).toBeNull();
  expect(findDifference(saved, { rowsOf: { 'public.businesses': 1 }, uploads: 1 })).toBe(
    'public.businesses had 2 rows, and 1 came back',
  );
  expect(findDifference(saved, { rowsOf: {}, uploads: 1 })).toContain('and 0 came back');
});

it('are read through where the account may make no database', async () => {
  const file = inFolder('site.backup');
  const made = await makeBackup({ url: database.url, uploads: createFolderStore(inFolder('data/uploads')), file });
  const url = new URL(database.url);
  [url.username, url.password] = ['guest', 'guest'];
  const request = { url: url.href, file, workFolder: folder, rows: made.rowsOf, uploads: 1 };
  expect(await verifyBackup(request)).toBe('read');
  writeFileSync(file, readFileSync(file).subarray(0, -1));
  await expect(verifyBackup(request)).rejects.toThrow(BackupFileError);
});
