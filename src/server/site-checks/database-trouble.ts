import { Client } from 'pg';
import { describeError } from '#server/log.ts';

function codeOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code } = one as { code?: unknown };
    if (typeof code === 'string') return code;
    if (one instanceof AggregateError && one.errors.length > 0) return codeOf(one.errors[0]);
  }
  return '';
}

/** Each row: codes, the same in words for an error that has lost its code, and what is wrong and what to do. */
const troubles: readonly (readonly [
  codes: RegExp,
  words: RegExp,
  tell: (at: { role: string; place: string; host: string; database: string }) => string,
])[] = [
  [
    /^3D000$/,
    /database ".*" does not exist/,
    ({ database, place }) =>
      `There is no database ${database} at ${place}. Make it, or correct the name at the end of DATABASE_URL.`,
  ],
  [
    /^28(000|P01)$/,
    /password authentication failed|role ".*" does not exist|no pg_hba\.conf entry|SASL|SCRAM/,
    ({ role, place }) =>
      `PostgreSQL at ${place} does not let the role ${role} in. Correct user and password in DATABASE_URL (there / is %2F, @ is %40, # is %23, ? is %3F).`,
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    /ENOTFOUND|EAI_AGAIN/,
    ({ host }) =>
      `Nothing is known by the name ${host}. Correct the host in DATABASE_URL, or look at this machine's DNS.`,
  ],
  [
    /^(ECONNREFUSED|ENOENT)$/,
    /ECONNREFUSED|ENOENT/,
    ({ place }) => `No PostgreSQL listens at ${place}. Start it, or correct host and port in DATABASE_URL.`,
  ],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/,
    /timeout|no answer|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|terminated/i,
    ({ place }) =>
      `PostgreSQL at ${place} gives no answer. Look whether it hangs or a firewall stands between, and whether host and port in DATABASE_URL are right.`,
  ],
];

/** Says what is wrong with an operator's own database, and what to do. @param databaseUrl undefined for the embedded one */
export function describeDatabaseTrouble(error: unknown, databaseUrl: string | undefined): string {
  const said = describeError(error);
  const code = codeOf(error);
  const known = troubles.find(([codes]) => codes.test(code)) ?? troubles.find(([, words]) => words.test(said));
  if (known === undefined || databaseUrl === undefined)
    return `It does not answer as it should: ${said}. Is the site started, with this release?`;
  const { host, port, user = '', database = '' } = new Client({ connectionString: databaseUrl });
  const [, , tell] = known;
  return `${tell({ role: user, place: `${host}:${port}`, host, database })} It says: ${said}.`;
}
