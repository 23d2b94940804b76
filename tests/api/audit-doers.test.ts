/** Rows of the audit log without an account say who acted: those of today, and those from before the column for it. */
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { actorName, doerWithoutCall } from '#features/audit/actor-names.ts';
import type { AuditRow } from '#features/audit/contract.ts';
import { exportAudit } from '#features/audit/server/export-audit.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { auditLog, securityLog, users } from '#server/db/schema/index.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  office = await aStaffOffice(database);
});

const subject = { subjectType: 'event', subjectId: 'a' };
const read = async (query = '') => answerOf<AuditRow[]>(await office.staff.get(`/api/staff/audit${query}`));

it('tells a deleted account, the link of a mail and the operator from what the site does by itself', async () => {
  const { db } = database;
  await writeAudit(db, { actorId: office.ownerUser.id, action: 'premium.bought', ...subject });
  await writeAudit(db, { actorId: null, by: 'deleted', action: 'account.deleted', ...subject });
  await writeAudit(db, { actorId: null, by: 'link', action: 'event.canceled-by-sender', ...subject });
  await writeAudit(db, { actorId: null, by: 'operator', action: 'account.made-staff', ...subject });
  await writeAudit(db, { actorId: null, by: 'site', action: 'claim.ended', ...subject });
  await db.delete(users).where(eq(users.id, office.ownerUser.id));
  const names = [
    'The site',
    'The operator, by a command',
    'Somebody, by the link of a mail',
    ...['A deleted account', 'A deleted account'],
  ];
  expect((await read()).map(actorName)).toEqual(names);
  const secured = await db.select().from(securityLog).where(eq(securityLog.event, 'account.made-staff'));
  expect(secured.map(({ data }) => doerWithoutCall((data as { by?: string }).by))).toEqual([names[1]]);
  expect(doerWithoutCall(undefined)).toBe('The site');
  const counts = { account: 0, deleted: 2, link: 1, operator: 1, site: 1 };
  for (const [by, count] of Object.entries(counts)) expect(await read(`?by=${by}`)).toHaveLength(count);
  expect((await office.staff.get('/api/staff/audit?by=ghost')).status).toBe(400);
  let file = '';
  for await (const part of await exportAudit(
    testServices(database),
    { by: 'deleted' },
    { actorId: office.staffUser.id },
  ))
    file += part;
  const rows = file.trim().split('\n');
  expect(rows[0]).toContain(',by,');
  expect(rows.slice(1).map((row) => row.includes(',A deleted account,'))).toEqual([true, true]);
});

it('the migration fills the column for old rows from their action', async () => {
  const old = [
    ['account.registered', {}, 'person'],
    ['claim.approved', { by: 'staff' }, 'person'],
    ['claim.approved', { by: 'domain' }, 'site'],
    ['claim.rejected', { reason: 'No' }, 'person'],
    [
      'claim.rejected',
      { reason: 'The payment page did not match your claim. Please claim the business again.' },
      'site',
    ],
    ['claim.ended', {}, 'site'],
    ['article.went-live', {}, 'site'],
    ['user.email-change-stopped', { by: 'lapsed' }, 'site'],
    ['user.email-change-stopped', { by: 'staff' }, 'person'],
    ['event-suggestion.withdrawn', {}, 'link'],
    ['event.canceled-by-sender', {}, 'link'],
    ['event.edited', {}, 'person'],
    ['business.invitation-declined', {}, 'link'],
    ['account.made-staff', {}, 'operator'],
  ] as const;
  const values = old.map(([action, data]) => ({ ...subject, action, data }));
  await database.db.insert(auditLog).values(values);
  await database.db.insert(auditLog).values({ ...subject, action: 'claim.ended', actorId: office.staffUser.id });
  const folder = new URL('../../src/server/db/migrations/', import.meta.url);
  const journal = JSON.parse(await readFile(new URL('meta/_journal.json', folder), 'utf8')) as {
    entries: { tag: string }[];
  };
  const tag = journal.entries.find((entry) => entry.tag.endsWith('_who-did-it-and-acts-under-way'))?.tag;
  const statements = (await readFile(new URL(`${tag}.sql`, folder), 'utf8')).split('--> statement-breakpoint');
  for (const one of statements.filter((text) => text.includes('UPDATE "audit_log"'))) await database.pool.query(one);
  const rows = await database.db.select().from(auditLog).orderBy(auditLog.id);
  expect(rows.map(({ action, actorKind }) => [action, actorKind])).toEqual([
    ...old.map(([action, , kind]) => [action, kind]),
    ['claim.ended', 'person'],
  ]);
});
