/** HAProxy in front of the site's machines, and on its way to the database's nodes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillIn } from './database-nodes.ts';
import { Program } from './programs.ts';

const template = readFileSync(join(import.meta.dirname, 'haproxy.cfg'), 'utf8');

interface Balanced {
  /** For its settings and its log. */
  folder: string;
  ports: { site: number; primary: number; replica: number };
  machines: readonly { name: string; port: number }[];
  nodes: readonly { name: string; port: number; restPort: number }[];
}

export function startBalancer({ folder, ports, machines, nodes }: Balanced): Program {
  const file = join(folder, 'haproxy.cfg');
  const lines = (servers: readonly { name: string; port: number; restPort?: number }[]) =>
    servers
      .map(({ name, port, restPort }) => {
        const where = restPort === undefined ? '' : ` port ${restPort}`;
        return `  server ${name} 127.0.0.1:${port} check${where}`;
      })
      .join('\n');
  const settings = fillIn(template, {
    SITE_PORT: ports.site,
    PRIMARY_PORT: ports.primary,
    REPLICA_PORT: ports.replica,
    SITE_SERVERS: lines(machines),
    DATABASE_SERVERS: lines(nodes),
  });
  writeFileSync(file, settings);
  return new Program('balancer', ['haproxy', '-f', file], { log: join(folder, 'balancer.log') });
}
