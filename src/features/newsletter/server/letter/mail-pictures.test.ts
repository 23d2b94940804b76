import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readEnv } from '#server/env.ts';
import { filesOf } from '#server/storage/site-files.ts';
import { removePicture, storePicture } from '#server/storage/store-picture.ts';
import { withMailPictures } from './mail-pictures.ts';

it('puts JPEGs in place of uploads, and leaves every other picture as it is', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'alameda-mail-'));
  try {
    const env = readEnv({ SITE_URL: 'https://oakbend.example', DATA_DIR: dataDir });
    const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#b5532f' } })
      .png()
      .toBuffer();
    const { src } = await storePicture(bytes, filesOf(env).uploads);
    const jpeg = src.replace('.webp', '@40.jpg');
    const html = (upload: string) =>
      `<img src="https://oakbend.example${upload}" alt=""><p><img alt="b" src="https://oakbend.example${upload}"></p>` +
      '<img src="https://oakbend.example/media/u/gone.40x20.webp" alt=""><img src="https://elsewhere.example/media/u/a.40x20.webp" alt="">';
    expect(await withMailPictures(html(src), env)).toBe(html(jpeg));
    await access(join(dataDir, 'uploads', jpeg.slice('/media/u/'.length)));
    const small = (upload: string) => `<img class="thumbnail" src="https://oakbend.example${upload}" alt="">`;
    const thumbnail = src.replace('.webp', '@320.jpg');
    expect(await withMailPictures(small(src) + html(src), env)).toBe(small(thumbnail) + html(jpeg));
    const file = join(dataDir, 'uploads', thumbnail.slice('/media/u/'.length));
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 });
    await removePicture(src, filesOf(env).uploads);
    await expect(access(file)).rejects.toThrow('ENOENT');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
