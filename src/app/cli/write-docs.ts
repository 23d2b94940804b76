/** `npm run docs`: writes the pages of docs/ that are made from the code. */
import { readFileSync, writeFileSync } from 'node:fs';
import { generatedDocs } from '#app/docs/generated-docs.ts';

for (const { file, write } of generatedDocs) {
  const before = readFileSync(file, 'utf8');
  const after = write(before);
  if (after !== before) writeFileSync(file, after);
  process.stdout.write(`${file} ${after === before ? 'is up to date' : 'is written anew'}\n`);
}
process.exit(0);
