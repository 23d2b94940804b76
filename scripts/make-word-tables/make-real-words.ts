/**
 * Writes the words that are no slips, though no listing has them, from two open packages, which the site itself does not need:
 *
 *   (in an empty folder) npm install @zxcvbn-ts/language-en@4.1.1 @zxcvbn-ts/language-es-es@4.1.2
 *   node scripts/make-word-tables/make-real-words.ts FOLDER
 *
 * Their licenses stand in src/server/db/vocabulary/README.md.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder = ''] = process.argv.slice(2);
const require = createRequire(join(folder, 'package.json'));
const listOf = (file: string): string[] => {
  const read = require(file) as string[] | { default: string[] };
  return Array.isArray(read) ? read : read.default;
};

/** The most frequent ones: rarer entries of subtitles are often slips themselves. */
const lists = [
  listOf('@zxcvbn-ts/language-en/dist/commonWords.json.cjs').slice(0, 25_000),
  listOf('@zxcvbn-ts/language-es-es/dist/commonWords.json.cjs').slice(0, 20_000),
];
const plain = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
/** Shorter ones are never taken for slips. */
const words = lists
  .flat()
  .map(plain)
  .filter((word) => /^[a-z]{4,20}$/.test(word));
const written = [...new Set(words)].toSorted();
writeFileSync(join(import.meta.dirname, '../../src/server/db/vocabulary/real-words.txt'), `${written.join('\n')}\n`);
console.log(`${written.length} words`);
