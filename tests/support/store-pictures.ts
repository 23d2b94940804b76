/**
 * Stores pictures in a separate process, which reports its peak memory: node store-pictures.ts FOLDER COUNT
 * FILE... Each file is stored COUNT times at once, one file after the other. Prints {outcomes, beforeMb,
 * peakMb} as JSON.
 */
import { readFile } from 'node:fs/promises';
import { createFolderStore } from '#server/storage/folder-store.ts';
import { storePicture } from '#server/storage/store-picture.ts';
import { Problem } from '#shared/problem.ts';

const [folder = '', count = '1', ...files] = process.argv.slice(2);
const store = createFolderStore(folder);
const peakMb = () => Math.round(process.resourceUsage().maxRSS / 1024);

const outcomes: string[] = [];
const contents = await Promise.all(files.map((file) => readFile(file)));
const beforeMb = peakMb();
for (const bytes of contents) {
  const all = await Promise.allSettled(Array.from({ length: Number(count) }, () => storePicture(bytes, store)));
  for (const one of all) {
    if (one.status === 'fulfilled') outcomes.push('stored');
    else if (one.reason instanceof Problem) outcomes.push(one.reason.code);
    else throw one.reason;
  }
}
console.log(JSON.stringify({ outcomes, beforeMb, peakMb: peakMb() }));
