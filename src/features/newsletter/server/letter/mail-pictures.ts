import type { Env } from '#server/env.ts';
import { mailPicture } from '#server/storage/mail-picture.ts';
import { filesOf } from '#server/storage/site-files.ts';

/** Replaces uploaded WebP pictures in a mail's HTML with JPEGs, in blocks and in texts. */
export async function withMailPictures(html: string, env: Env): Promise<string> {
  const addresses = new Map<string, string>();
  const pictures = new RegExp(`(?<= src="${RegExp.escape(env.siteUrl)})/media/u/[\\w-]+\\.\\d+x\\d+\\.webp(?=")`, 'g');
  for (const [src] of html.matchAll(pictures)) {
    if (!addresses.has(src)) addresses.set(src, await mailPicture(src, filesOf(env).uploads));
  }
  return html.replace(pictures, (src) => addresses.get(src) ?? src);
}
