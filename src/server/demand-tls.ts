/** Tells which connections to other machines must use TLS. */

/** A hostname as URL writes it; a PostgreSQL address names the folder of a socket as an encoded path. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\]|%2f.*)$/i.test(hostname);
}

/** Values of sslmode with which the connection may end up in clear. */
const openModes = new Set(['disable', 'allow', 'prefer']);

/**
 * Adds `sslmode=verify-full` to the address of a PostgreSQL on another machine, unless the address says itself how its
 * certificate is checked. Undefined when the address allows a connection in clear.
 */
export function withDatabaseTls(databaseUrl: string): string | undefined {
  const url = new URL(databaseUrl);
  if (isThisMachine(url.searchParams.get('host') ?? url.hostname) || url.searchParams.get('host')?.startsWith('/'))
    return databaseUrl;
  const mode = url.searchParams.get('sslmode');
  const ssl = url.searchParams.get('ssl');
  if ((mode !== null && openModes.has(mode)) || ssl === '0' || ssl === 'false') return undefined;
  if (mode !== null || ssl === '1' || ssl === 'true') return databaseUrl;
  url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}
