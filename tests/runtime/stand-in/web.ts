/** Accepts writes and shows them; on request it is slow or crashes. */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { onStop, report } from '#app/processes/talk-to-supervisor.ts';
import { createDatabase } from '#server/db/client.ts';
import { migrationsApplied } from '#server/db/migrate.ts';
import { contactMessages } from '#server/db/schema/index.ts';
import { readEnv } from '#server/env.ts';
import { lettingFinish } from '#server/http/let-finish.ts';

const env = readEnv();
const { db, close } = createDatabase(env.databaseUrl ?? '', { max: 10 });

let slowOnes = 0;

async function answer(path: string): Promise<string> {
  if (path === '/healthz') return 'ok';
  if (path === '/slow-ones') return String(slowOnes);
  if (path === '/pid') return String(process.pid);
  if (path === '/crash') process.kill(process.pid, 'SIGKILL');
  if (path.startsWith('/slow/')) {
    slowOnes++;
    await sleep(Number(path.slice('/slow/'.length)));
    return 'done';
  }
  if (path === '/readyz') {
    if (isLeaving()) throw new Error('leaving');
    if (!(await migrationsApplied(db))) throw new Error('not migrated');
    return 'ready';
  }
  if (path.startsWith('/write/')) {
    const body = path.slice('/write/'.length);
    await db.insert(contactMessages).values({ name: 'written', email: '-', message: body });
    return body;
  }
  const name = path === '/writes' ? 'written' : 'prepared';
  const rows = await db.select().from(contactMessages).where(eq(contactMessages.name, name));
  return JSON.stringify(rows.map((row) => row.message));
}

const server = createServer((request, response) => {
  answer(request.url ?? '/').then(
    (text) => response.writeHead(200).end(text),
    (error: Error) => response.writeHead(503).end(error.message),
  );
});
const { isLeaving, retire, finish } = lettingFinish(server);
server.listen(env.port, env.host, () => report({ type: 'listening' }));
onStop(async () => {
  await finish();
  await close();
}, retire);
