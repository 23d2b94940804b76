import { readPictureAddress } from '#shared/picture.ts';
import type { FilledBlock } from './collect-items.ts';

/** The first picture of an issue that is one of our own: in a block, in a text, or beside a line of a list. */
export function firstPicture(blocks: readonly FilledBlock[]): string | null {
  return blocks.flatMap(picturesOf).find((src) => readPictureAddress(src) !== null) ?? null;
}

function picturesOf(block: FilledBlock): string[] {
  if (block.type === 'picture') return [block.src];
  if (block.type === 'text') return [...block.html.matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, src = '']) => src);
  // Lines name the smallest stored width: '/media/u/a.1600x900@384.webp'.
  if (block.type === 'items') return block.items.map(({ picture }) => (picture?.src ?? '').replace(/@\d+(?=\.)/, ''));
  return [];
}
