/** Pictures that staff put into their texts. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { auditLog } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase({ fresh: 'each-file' });
const dataDir = mkdtempSync(join(tmpdir(), 'alameda-pictures-'));
let staff: TestBrowser;
beforeAll(async () => {
  const app = createApi(testServices(database, { env: { DATA_DIR: dataDir } }));
  const user = await aUser(database.db, { role: 'staff' });
  staff = new TestBrowser(app).withSession(await aSession(database.db, user.id));
});

const send = (body: Uint8Array, type: string, query = '') =>
  staff.post(`/api/staff/pictures${query}`, { body, headers: { 'Content-Type': type } });

it('keeps a picture in our own files and notes who sent it', async () => {
  const bytes = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#2f4a36' } })
    .png()
    .toBuffer();
  const response = await send(bytes, 'image/png', '?alt=%20An%20oak%20');
  expect(response.status).toBe(201);
  const picture = await answerOf<{ src: string }>(response);
  expect(picture).toMatchObject({ alt: 'An oak', width: 600, height: 300, focus: null });
  expect(picture.src).toMatch(/^\/media\/u\/[\w-]+\.600x300\.webp$/);
  expect(readdirSync(join(dataDir, 'uploads'))).toHaveLength(4);
  const [entry] = await database.db.select().from(auditLog);
  expect(entry).toMatchObject({ action: 'picture.uploaded', subjectId: picture.src });
});

it('refuses what is no picture, and words that are too long', async () => {
  expect(await problemOf(await send(Buffer.from('<svg/>'), 'image/svg+xml'))).toMatchObject({ status: 415 });
  expect(await problemOf(await send(Buffer.from('x'), 'text/plain'))).toMatchObject({ status: 415 });
  expect((await send(Buffer.from('x'), 'image/png', `?alt=${'x'.repeat(201)}`)).status).toBe(400);
});
