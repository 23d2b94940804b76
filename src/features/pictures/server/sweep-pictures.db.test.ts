import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ads, articleRevisions, auditLog, businessPhotos, citySettings } from '#server/db/schema/index.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { createFolderStore } from '#server/storage/folder-store.ts';
import { mailPicture } from '#server/storage/mail-picture.ts';
import { removePicture, storePicture } from '#server/storage/store-picture.ts';
import { dayMs, hourMs } from '#shared/times.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { anIssue } from '#tests/factories/an-issue.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { sweepPictures } from './sweep-pictures.ts';

const database = testDatabase();
let dataDir: string;
let folder: string;
let store: FileStore;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alameda-sweep-'));
  folder = join(dataDir, 'uploads');
  store = createFolderStore(folder);
  const { src } = await storePicture(
    await sharp({ create: { width: 40, height: 20, channels: 3, background: '#b5532f' } })
      .png()
      .toBuffer(),
    store,
  );
  await removePicture(src, store);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Stores a picture in two formats and returns its address. */
async function aPicture(name: string, hours: number): Promise<string> {
  const at = new Date(Date.now() - hours * hourMs);
  for (const format of ['avif', 'webp']) {
    const file = join(folder, `${name}.40x20@40.${format}`);
    await writeFile(file, 'picture');
    await utimes(file, at, at);
  }
  return `/media/u/${name}.40x20.webp`;
}

const sweep = () => sweepPictures(testServices(database, { env: { DATA_DIR: dataDir } }));
const names = async () => [...new Set((await readdir(folder)).map((file) => file.split('.40x20')[0]))].toSorted();

it('removes what nothing uses, a day after it came', async () => {
  await aPicture('unused', 25);
  await aPicture('just-uploaded', 23);
  await writeFile(join(folder, 'notes.txt'), 'of somebody else');
  await utimes(join(folder, 'notes.txt'), 0, 0);
  await sweep();
  expect(await names()).toEqual(['just-uploaded', 'notes.txt']);
  await rm(folder, { recursive: true });
  await sweep();
});

it('keeps what anything uses: a former version, a draft, a sent issue, an ad, an event, a setting, a listing', async () => {
  const { db } = database;
  const inText = async (name: string) => `<p>Look</p><img src="${await aPicture(name, 99)}" alt="">`;
  const article = await anArticle(db, { content: await inText('article-text') });
  await db.insert(articleRevisions).values({
    ...{ articleId: article.id, version: 1, title: 'a', excerpt: '', content: await inText('former-text') },
    ...{ imageUrl: await aPicture('former-picture', 99), category: 'news', kind: 'saved' },
  });
  await anIssue(db, { blocks: [{ type: 'picture', key: 'a', src: await aPicture('draft', 99), alt: 'a' }] });
  await aPicture('sent', 99);
  await anIssue(db, { mailHtml: '<img src="http://oakbend.example/media/u/sent.40x20@40.jpg" alt="">' });
  await db.insert(ads).values({
    ...{ slot: 'banner', title: 'a', text: 'b', label: 'c', url: '/' },
    imageUrl: await aPicture('ad', 99),
  });
  await anEvent(db, { startsAt: new Date(), imageUrl: await aPicture('event', 99) });
  const { id: updatedById } = await aUser(db);
  const picture = { src: await aPicture('slide', 99), alt: 'a' };
  await db.insert(citySettings).values({ key: 'heroSlides', value: [{ picture }], updatedById });
  const business = await aBusiness(db, { logoUrl: await aPicture('logo', 99) });
  await db.insert(businessPhotos).values({ businessId: business.id, url: await aPicture('photo', 99), position: 0 });
  const before = await names();
  expect(before).toHaveLength(10);
  await aPicture('unused', 99);
  await sweep();
  expect(await names()).toEqual(before);
});

it('keeps a slide that staff took away for a month, so that it can be put back', async () => {
  const { db } = database;
  const noted = async (name: string, days: number, subjectType = 'settings') =>
    db.insert(auditLog).values({
      ...{ action: 'settings.changed', subjectType, subjectId: 'heroSlides' },
      ...{ at: new Date(Date.now() - days * dayMs), data: { value: [[{ src: await aPicture(name, 99) }], []] } },
    });
  await noted('last-week', 7);
  await noted('long-ago', 31);
  await noted('of-a-listing', 7, 'business');
  await sweep();
  expect(await names()).toEqual(['last-week']);
});

it('finds the JPEG of a mail with its picture, and removes both', async () => {
  const bytes = await sharp({ create: { width: 1600, height: 800, channels: 4, background: '#b5532f80' } })
    .png()
    .toBuffer();
  const { src } = await storePicture(bytes, store);
  const mail = await mailPicture(src, store);
  expect(mail).toBe(src.replace('.webp', '@1104.jpg'));
  const file = join(folder, mail.slice('/media/u/'.length));
  expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1104, height: 552 });
  expect(await mailPicture('/media/u/gone.40x20.webp', store)).toBe('/media/u/gone.40x20.webp');
  expect(await mailPicture('/media/city/oak.40x20.svg', store)).toBe('/media/city/oak.40x20.svg');
  for (const one of await readdir(folder)) await utimes(join(folder, one), 0, 0);
  await sweep();
  expect(await readdir(folder)).toEqual([]);
});
