/** A logo or photo that was just removed comes back with one click, and its files stay that long. */
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { sweepPictures } from '#features/pictures/server/sweep-pictures.ts';
import { auditLog, businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const database = testDatabase();
let folder: string;
let browser: TestBrowser;
let ownerId: string;
let id: string;
let services: ReturnType<typeof testServices>;
let clockMs: number;
beforeEach(async () => {
  clockMs = Date.now();
  folder = await mkdtemp(join(tmpdir(), 'alameda-data-'));
  ownerId = (await aUser(database.db)).id;
  services = testServices(database, { env: { DATA_DIR: folder }, now: () => new Date(clockMs) });
  browser = new TestBrowser(createApi(services)).withSession(await aSession(database.db, ownerId));
  ({ id } = await aBusiness(database.db, { ownerId }));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const files = async () => readdir(join(folder, 'uploads')).catch(() => []);
const png = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#b5532f' } })
    .png()
    .toBuffer();
const send = async (method: string, path: string, side: number) => {
  const body = new Uint8Array(await png(side));
  const response = await browser.write(method, `/api/businesses/${id}/${path}`, {
    body,
    headers: { 'Content-Type': 'image/png' },
  });
  return response.json() as Promise<unknown>;
};
const sendPhoto = async (alt = '') =>
  (
    (await send('POST', `photos?${new URLSearchParams({ alt })}`, 40)) as {
      photos: { id: string; url: string; alt: string }[];
    }
  ).photos;
const sendLogo = async (side: number) =>
  (await send('PUT', 'logo', side)) as { logoUrl: string; undoId: string | null };
const undo = (undoId: unknown, from = browser) =>
  from.write('POST', `/api/businesses/${id}/pictures/undo`, { body: { undoId } });
const removePhoto = async (photoId: string | undefined) =>
  ((await (await browser.write('DELETE', `/api/businesses/${id}/photos/${photoId}`)).json()) as { undoId: string })
    .undoId;
const removeLogo = async () =>
  ((await (await browser.write('DELETE', `/api/businesses/${id}/logo`)).json()) as { undoId: string }).undoId;

it('comes back: a photo with its words at its place, its files still there', async () => {
  await sendPhoto('The front');
  await sendPhoto('The oven');
  const before = await sendPhoto('The yard');
  const undoId = await removePhoto(before[1]?.id);
  // The nightly sweep finds old files that no listing shows.
  for (const file of await files()) await utimes(join(folder, 'uploads', file), 0, 0);
  await sweepPictures(services);
  const answer = (await (await undo(undoId)).json()) as { photos: { url: string; alt: string }[] };
  expect(answer.photos.map(({ url, alt }) => [url, alt])).toEqual(before.map(({ url, alt }) => [url, alt]));
  await workOffJobs(services);
  expect(await files()).toHaveLength(6);
  const actions = (await database.db.select().from(auditLog)).map(({ action }) => action);
  expect(actions.slice(-2)).toEqual(['business.photo-removed', 'business.picture-put-back']);
  expect((await problemOf(await undo(undoId))).code).toBe('conflict');
});

it('comes back as the first one, which is on cards', async () => {
  const [first] = await sendPhoto('The front');
  await sendPhoto('The oven');
  await undo(await removePhoto(first?.id));
  expect(await database.db.select().from(businesses)).toMatchObject([{ imageUrl: first?.url }]);
});

it('comes back: the logo, removed or replaced, and the one that took its place goes', async () => {
  const { logoUrl, undoId: none } = await sendLogo(40);
  expect(none).toBeNull();
  expect(await (await undo(await removeLogo())).json()).toMatchObject({ logoUrl });
  const { undoId } = await sendLogo(50);
  expect(await (await undo(undoId)).json()).toMatchObject({ logoUrl });
  await workOffJobs(services);
  expect(await files()).toEqual([expect.stringContaining('.40x40'), expect.stringContaining('.40x40')]);
});

it('stays away when there is another logo since, or no room for the photo', async () => {
  await sendLogo(40);
  const undoLogo = await removeLogo();
  const { logoUrl } = await sendLogo(50);
  expect((await problemOf(await undo(undoLogo))).message).toBe('There is another logo since.');
  expect(await database.db.select().from(businesses)).toMatchObject([{ logoUrl }]);
  const [first] = await sendPhoto();
  const undoPhoto = await removePhoto(first?.id);
  for (let sent = 0; sent < 12; sent++) await sendPhoto();
  expect((await problemOf(await undo(undoPhoto))).message).toContain('There is room for 12 photos.');
});

it('stays away after 30 seconds, once its file is gone, for another person, and on another listing', async () => {
  const tooLate = { status: 409, code: 'conflict', message: 'The time to undo this is over.' };
  const [photo] = await sendPhoto();
  const undoId = await removePhoto(photo?.id);
  const staff = await aUser(database.db, { role: 'staff', rights: ['moderator'] });
  const other = new TestBrowser(createApi(services)).withSession(await aSession(database.db, staff.id));
  expect(await problemOf(await undo(undoId, other))).toEqual(tooLate);
  const second = await aBusiness(database.db, { ownerId });
  const elsewhere = await browser.write('POST', `/api/businesses/${second.id}/pictures/undo`, { body: { undoId } });
  expect(await problemOf(elsewhere)).toEqual(tooLate);
  clockMs += 36_000;
  expect(await problemOf(await undo(undoId))).toEqual(tooLate);
  clockMs -= 36_000;
  await workOffJobs(services);
  expect(await problemOf(await undo(undoId))).toEqual(tooLate);
  expect(await files()).toEqual([]);
});
