/** The addresses of the database: PostgreSQL itself, a pooler in front of it, a replica. */
import * as z from 'zod/mini';
import { withDatabaseTls } from './demand-tls.ts';
import { EnvError, oneOf, readUrl, variable } from './env-variable.ts';

const databaseAddress = variable({
  secret: true,
  allowed:
    'a PostgreSQL address, such as postgres://user:password@host:5432/database (in user and password / is %2F, @ is %40, # is %23, ? is %3F)',
  read: (text) => (readUrl(text, ['postgres:', 'postgresql:']) ? text : undefined),
});

export const databaseVariables = {
  DATABASE_URL: databaseAddress,
  DATABASE_DIRECT_URL: databaseAddress,
  DATABASE_READ_URL: databaseAddress,
  DATABASE_TLS: oneOf(['required', 'optional'], 'required'),
};

type Held = z.infer<ReturnType<typeof z.object<typeof databaseVariables>>>;

export interface DatabaseUrls {
  /** PostgreSQL itself, never a pooler. Undefined means the embedded one. */
  databaseUrl: string | undefined;
  /** A pooler in transaction mode in front of it, for pages and calls; undefined: there is none. */
  poolerUrl: string | undefined;
  /** A replica, or a balancer in front of several; undefined: all is read from the primary. */
  readUrl: string | undefined;
}

function readDatabaseUrl(held: Held, name: Exclude<keyof Held, 'DATABASE_TLS'>): string | undefined {
  const given = held[name];
  if (given === undefined || held.DATABASE_TLS === 'optional') return given;
  const url = withDatabaseTls(given);
  if (url !== undefined) return url;
  throw new EnvError(
    `${name} allows a connection in clear to another machine, allowed is sslmode=verify-full, require or no-verify ` +
      '(or DATABASE_TLS=optional where nobody can listen in between)',
  );
}

/** With DATABASE_DIRECT_URL, DATABASE_URL leads to a pooler. */
export function readDatabaseUrls(held: Held): DatabaseUrls {
  const url = readDatabaseUrl(held, 'DATABASE_URL');
  const directUrl = readDatabaseUrl(held, 'DATABASE_DIRECT_URL');
  const readUrl = readDatabaseUrl(held, 'DATABASE_READ_URL');
  if (readUrl !== undefined && url === undefined) {
    throw new EnvError('DATABASE_READ_URL is set but DATABASE_URL is not, allowed is a replica of that database');
  }
  if (directUrl === undefined) return { databaseUrl: url, poolerUrl: undefined, readUrl };
  if (url !== undefined) return { databaseUrl: directUrl, poolerUrl: url, readUrl };
  throw new EnvError('DATABASE_DIRECT_URL is set but DATABASE_URL is not, allowed is the address of a pooler there');
}
