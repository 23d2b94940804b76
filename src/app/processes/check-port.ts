import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

function tryPort(port: number, host: string): Promise<string | undefined> {
  return new Promise((answer) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => answer(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => answer(undefined)));
  });
}

/**
 * Throws one clear line when the site cannot listen there. Gives the processes of a killed site three seconds
 * to leave.
 */
export async function checkPort(port: number, host: string): Promise<void> {
  const deadline = Date.now() + 3_000;
  let code = await tryPort(port, host);
  while (code === 'EADDRINUSE' && Date.now() < deadline) {
    await sleep(100);
    code = await tryPort(port, host);
  }
  if (code === undefined) return;
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is in use by another program: stop that one, or set PORT to a free port`,
    EACCES: `port ${port} on ${host} may not be used by this user: set PORT to 1024 or higher, with a proxy in front`,
    EADDRNOTAVAIL: `HOST is "${host}", which is no address of this machine`,
    ENOTFOUND: `HOST is "${host}", which is not known`,
  };
  throw new Error(reasons[code] ?? `port ${port} on ${host} cannot be used (${code})`);
}
