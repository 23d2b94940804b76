import type { Env } from '#server/env.ts';
import { mailPicture } from '#server/storage/mail-picture.ts';
import { filesOf } from '#server/storage/site-files.ts';

/** Stands before the address of a small picture. */
export const thumbnailMark = 'class="thumbnail"';

/** Replaces uploaded WebP pictures in a mail's HTML with JPEGs, in blocks and in texts. */
export async function withMailPictures(html: string, env: Env): Promise<string> {
  const addresses = new Map<string, string>();
  const site = RegExp.escape(env.siteUrl);
  const pictures = new RegExp(`((?:${thumbnailMark})? src="${site})(/media/u/[\\w-]+\\.\\d+x\\d+\\.webp)(?=")`, 'g');
  const sizeOf = (before: string) => (before.startsWith(thumbnailMark) ? 'thumbnail' : 'column');
  for (const [, before = '', src = ''] of html.matchAll(pictures)) {
    const key = sizeOf(before) + src;
    if (!addresses.has(key)) addresses.set(key, await mailPicture(src, filesOf(env).uploads, sizeOf(before)));
  }
  return html.replace(
    pictures,
    (_, before: string, src: string) => before + (addresses.get(sizeOf(before) + src) ?? src),
  );
}
