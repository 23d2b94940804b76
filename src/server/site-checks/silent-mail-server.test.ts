import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { readEnv } from '#server/env.ts';
import { checkMailServer } from './network-checks.ts';

it('a mail server that takes the call and says nothing does not answer; nothing says that it refuses the site', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  try {
    const [check] = await checkMailServer(readEnv({ SMTP_URL: `smtp://127.0.0.1:${port}` }));
    expect(check).toMatchObject({
      state: 'wrong',
      text: expect.stringMatching(
        /^127\.0\.0\.1:\d+ does not answer: .+ Is it running, and can this machine reach it\?/,
      ),
    });
  } finally {
    server.close();
  }
});
