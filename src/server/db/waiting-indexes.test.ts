import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('./migrations/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));

/** The indexes of a migration that keep writers of an existing table waiting until they are made. */
function blockingIndexes(text: string): string[] {
  const ownTables = new Set([...text.matchAll(/create table (?:if not exists )?"?(\w+)"?/gi)].map((match) => match[1]));
  const made = text.matchAll(/create (?:unique )?index (concurrently )?(?:if not exists )?"?(\w+)"? on "?(\w+)"?/gi);
  return [...made].flatMap(([, concurrently, name = '', table]) =>
    concurrently || ownTables.has(table) ? [] : [name],
  );
}

it('a migration makes indexes of existing tables concurrently', () => {
  const later = files.filter((name) => name > '0053');
  const found = later.flatMap((name) => blockingIndexes(readFileSync(new URL(name, folder), 'utf8')));
  expect(found, 'write CREATE INDEX CONCURRENTLY').toEqual([]);
});

it('tells an existing table from one that the migration makes', () => {
  const own = 'CREATE TABLE "of_own" (id int);\nCREATE INDEX "own_id" ON "of_own" USING btree ("id");';
  expect(blockingIndexes(own)).toEqual([]);
  expect(blockingIndexes('CREATE UNIQUE INDEX "late" ON "businesses" USING btree ("id");')).toEqual(['late']);
  expect(blockingIndexes('CREATE INDEX CONCURRENTLY "late" ON "businesses" USING btree ("id");')).toEqual([]);
});
