import type { Database } from '#server/db/client.ts';

/**
 * A statement that comes with nearly every request: its text is built once for each `Database`, and PostgreSQL parses it once for each
 * connection. `prepare` ends in drizzle's `.prepare(name)`; names are the same in all connections, so no two
 * statements may share one.
 */
export function prepared<Statement>(prepare: (db: Database) => Statement): (db: Database) => Statement {
  const made = new WeakMap<Database, Statement>();
  return (db) => {
    let statement = made.get(db);
    if (statement === undefined) {
      statement = prepare(db);
      made.set(db, statement);
    }
    return statement;
  };
}
