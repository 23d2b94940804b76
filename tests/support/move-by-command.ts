/** Moves files between a folder and a bucket with the command of operators. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export async function moveByCommand(to: 's3' | 'folder', environment: Record<string, string>) {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const program = join(import.meta.dirname, '../../src/app/cli/storage.ts');
  const child = spawn(process.execPath, [program, 'move', '--to', to], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, output: out + err };
}
