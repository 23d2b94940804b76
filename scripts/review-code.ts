/**
 * `npm run review` prints how many findings each measure has, and its limit. `npm run review -- exports` lists
 * the findings of the measures whose names contain the word. `npm run review -- --lower` writes lower limits
 * down: limits go down, never up.
 */
import { writeFileSync } from 'node:fs';
import { compareWithLimits, limitsFile } from './review/compare-with-limits.ts';

const [argument] = process.argv.slice(2);
if (argument === '--help' || argument === '-h') {
  console.log(`Usage: npm run review [-- WORD | --lower]
  Counts what makes code hard to work in, beside the limits.
  WORD     lists the findings of the measures whose names contain it
  --lower  writes lower limits down

For example: npm run review -- exports`);
  process.exit(0);
}
const counted = compareWithLimits();

if (argument === '--lower') {
  const limits = counted
    .map(({ name, findings, limit }) => [name, Math.min(limit, findings.length)] as const)
    .filter(([, limit]) => limit > 0);
  writeFileSync(limitsFile, `${JSON.stringify(Object.fromEntries(limits), null, 2)}\n`);
} else if (argument !== undefined) {
  for (const { findings } of counted.filter(({ name }) => name.includes(argument))) console.log(findings.join('\n'));
} else {
  console.log('found  limit');
  for (const { name, findings, limit } of counted) {
    console.log(`${String(findings.length).padStart(5)}  ${String(limit).padStart(5)}  ${name}`);
  }
}
