/** Starts nginx with the same bytes and headers: the reference for stored pages. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from './load.ts';
import { findChild, freePort } from './processes.ts';

export interface StoredAnswer {
  headers: Record<string, string>;
  body: Buffer;
}

interface Nginx {
  /** The address of each answer, in the order of `answers`. */
  urls: string[];
  workerPid: number | null;
  stop: () => Promise<void>;
}

/** Headers that nginx sends by itself. */
const itsOwn = /^(connection|content-length|content-type|date|etag|keep-alive|last-modified|transfer-encoding)$/;

function location({ headers }: StoredAnswer, path: string, file: string): string {
  const added = Object.entries(headers)
    .filter(([name]) => !itsOwn.test(name))
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`);
  return `location = ${path} { alias ${file}; types {} default_type "${headers['content-type']}"; ${added.join(' ')} }`;
}

/** Starts nginx with one worker process. Null when this machine has no nginx. */
export async function startNginx(answers: readonly StoredAnswer[]): Promise<Nginx | null> {
  const program = findProgram('nginx');
  if (program === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'alameda-nginx-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const locations = answers.map((answer, number) => {
    const file = join(folder, `${number}.html`);
    writeFileSync(file, answer.body);
    return location(answer, `/${number}`, file);
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `${process.getuid?.() === 0 ? 'user root root;' : ''} worker_processes 1; daemon off; pid ${join(folder, 'pid')};
error_log stderr error;
events { worker_connections 1024; }
http {
  ${temporary.join(' ')}
  access_log off; server_tokens off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  open_file_cache max=100 inactive=1h; open_file_cache_valid 1h;
  server { listen 127.0.0.1:${port}; ${locations.join('\n')} }
}`,
  );
  const child: ChildProcess = spawn(program, ['-c', config, '-p', folder, '-e', 'stderr'], { stdio: 'inherit' });
  const urls = answers.map((_, number) => `http://127.0.0.1:${port}/${number}`);
  const stop = async () => {
    if (child.exitCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; (await fetch(urls[0] ?? '').catch(() => null))?.status !== 200; tries++) {
    if (tries > 50 || child.exitCode !== null) {
      await stop();
      throw new Error('nginx does not answer');
    }
    await sleep(100);
  }
  return { urls, workerPid: child.pid === undefined ? null : findChild(child.pid, 'worker process'), stop };
}
