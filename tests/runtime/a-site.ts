/** Starts sites as real processes, for tests that kill them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';

const program = fileURLToPath(new URL('./stand-in/start.ts', import.meta.url));

/** Made-up keys: a site with keys starts no payment sandbox, which these tests do not need. */
const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_nobody',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
};

/** For tests that need the sandbox. */
export const withoutStripeKeys = { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' };

export function aFreePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => found(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export class Site {
  readonly #running = new Set<ChildProcess>();
  readonly port: number;
  readonly dataDir: string;
  output = '';
  /** The output of the last start. */
  #outputSinceStart = '';

  private constructor(port: number, dataDir: string) {
    this.port = port;
    this.dataDir = dataDir;
  }

  /** The site is not started yet. Its folder has a space in its name, as people's folders do. */
  static async create(dataDir = mkdtempSync(join(tmpdir(), 'a site '))): Promise<Site> {
    return new Site(await aFreePort(), dataDir);
  }

  start(environment: Record<string, string> = {}): ChildProcess {
    this.#outputSinceStart = '';
    const { DATABASE_URL: _, ...inherited } = process.env;
    const child = spawn(process.execPath, [program], {
      env: {
        ...inherited,
        ...stripeKeys,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        LOG_LEVEL: 'debug',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
        this.#outputSinceStart += chunk.toString();
      });
    }
    return child;
  }

  get(path: string): Promise<Response> {
    // A new connection: a kept one would break together with its process.
    return fetch(`http://127.0.0.1:${this.port}${path}`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(20_000),
    }).catch((error: Error) => {
      throw new Error(`${path}: no answer; the site said:\n${this.output.slice(-2_000)}`, { cause: error });
    });
  }

  async text(path: string): Promise<string> {
    return (await this.get(path)).text();
  }

  /** Waits for a 200; long enough for a busy machine. */
  async comesUp(path = '/readyz', patienceMs = 90_000): Promise<void> {
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      const response = await this.get(path).catch(() => undefined);
      await response?.text();
      if (response?.status === 200) return;
      await sleep(50);
    }
    throw new Error(`${path} did not come up:\n${this.output}`);
  }

  /** Waits until the words are in the output of the last start. */
  async says(words: string): Promise<void> {
    await until(() => this.#outputSinceStart.includes(words)).catch((error: Error) => {
      throw new Error(`${JSON.stringify(words)} is not in what the site said:\n${this.#outputSinceStart}`, {
        cause: error,
      });
    });
  }

  /** Waits until the start is over. A database that needs nothing is answered from before the supervisor has looked at it. */
  async hasStarted(): Promise<void> {
    await this.says(' is at http');
    await this.comesUp();
  }

  /** Undefined also in the moment in which the file is there and still empty. */
  postgresPid(): number | undefined {
    const first = readFileIfThere(join(this.dataDir, 'postgres', 'data', 'postmaster.pid')).split('\n')[0];
    return first ? Number(first) : undefined;
  }

  /** Sends a signal to PostgreSQL's main process and all of its children. */
  signalPostgres(signal: NodeJS.Signals): void {
    const first = this.postgresPid() ?? 0;
    process.kill(first, signal);
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const status = readFileIfThere(`/proc/${pid}/stat`);
      // The fields after the name, which is in parentheses: state and parent.
      if (status.slice(status.lastIndexOf(')') + 2).split(' ')[1] === String(first)) signalIfThere(Number(pid), signal);
    }
  }

  /** Stops all running programs; the site can be started again on its data. */
  async stop(): Promise<void> {
    await Promise.all([...this.#running].map((child) => ends(child, 'SIGTERM')));
    const pid = this.postgresPid();
    if (pid && isAlive(pid)) {
      signalIfThere(pid, 'SIGQUIT');
      await until(() => !isAlive(pid));
    }
    this.output = '';
  }

  async destroy(): Promise<void> {
    await this.stop();
    // After a kill of the main process, PostgreSQL's children end by themselves and may still write for a moment.
    removeFolder(this.dataDir);
  }
}

/** A child may end between being listed and being sent a signal. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function readFileIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

export async function until(condition: () => boolean | Promise<boolean>, patienceMs = 60_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`it did not happen within ${patienceMs} ms`);
    await sleep(25);
  }
}

/** Resolves to the exit code, or the signal that ended the process. */
export function ends(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode ?? child.signalCode);
  return new Promise((done) => {
    child.once('exit', (code, by) => done(code ?? by));
    if (signal) child.kill(signal);
  });
}

/** Writes without a break until it is stopped, and records the accepted writes. */
export class Writer {
  readonly accepted: string[] = [];
  #done: Promise<void>;
  #going = true;

  constructor(site: Site, name: string) {
    this.#done = (async () => {
      for (let index = 0; this.#going; index += 1) {
        const response = await site.get(`/write/${name}-${index}`).catch(() => undefined);
        if (response?.status === 200) this.accepted.push(await response.text());
        else await sleep(20);
      }
    })();
  }

  async stop(): Promise<string[]> {
    this.#going = false;
    await this.#done;
    return this.accepted;
  }
}
